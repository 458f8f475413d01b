import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { enEntry } from './en/entry.ts'
import { enRest } from './en/rest.ts'
import { formatOf } from './format.ts'
import { chooseLanguage, directionOf, LANGUAGES, type Language } from './languages.ts'
import { loadEntryText, loadRestText } from './load-texts.ts'
import { describeScope } from './texts.ts'

afterEach(() => void vi.unstubAllEnvs())

const ENGLISH = leavesOf({ entry: enEntry, rest: enRest })
const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en')

/** Texts that read the same in both languages. */
const SAME_ON_PURPOSE: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: [
    'rest.values.address.region',
    'rest.issued.details',
    'rest.passkeys.passkeys',
    'rest.passkeys.unnamed',
    'rest.passkeys.name',
    'rest.navigation.pages.apps',
  ],
  es: ['rest.navigation.pages.apps'],
  fr: ['rest.values.address.regions.province'],
}

async function textsOf(language: Language): Promise<Map<string, Leaf>> {
  return leavesOf({ entry: await loadEntryText(language), rest: await loadRestText(language) })
}

type Leaf = string | ((...values: never[]) => string)

/** Every text with its path: `entry.common.cancel`. */
function leavesOf(texts: object, path = ''): Map<string, Leaf> {
  const leaves = Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const at = path === '' ? key : `${path}.${key}`
    const inside: Iterable<readonly [string, Leaf]> =
      typeof value === 'object' && value !== null ? leavesOf(value, at) : [[at, value as Leaf]]
    return Array.from(inside)
  })
  return new Map(leaves)
}

/** A text with marks as its placeholders, and with numbers of every plural form. */
function readings(leaf: Leaf): string[] {
  if (typeof leaf === 'string') return [leaf]
  const write = leaf as (...values: unknown[]) => string
  const marks = ['⟪a⟫', '⟪b⟫', '⟪c⟫'].slice(0, leaf.length)
  const counted = [0, 1, 2, 3, 11, 100].map((count) => write(...marks.slice(0, -1), count))
  return leaf.length === 0 ? [write()] : [write(...marks), ...counted]
}

const marksIn = (text: string) => new Set(text.match(/⟪[abc]⟫/g))

describe.each(OTHERS)('texts: %s', (language) => {
  test('has every text of English, as text or as function with the same placeholders, and no empty one', async () => {
    const leaves = await textsOf(language)
    expect([...leaves.keys()]).toEqual([...ENGLISH.keys()])
    for (const [path, english] of ENGLISH) {
      const leaf = leaves.get(path)!
      expect(typeof leaf, path).toBe(typeof english)
      const [said] = readings(leaf)
      expect(marksIn(said ?? ''), path).toEqual(marksIn(readings(english)[0] ?? ''))
      for (const reading of readings(leaf)) expect(reading.trim(), path).not.toBe('')
    }
  })

  test('repeats English nowhere by accident', async () => {
    const leaves = await textsOf(language)
    const same = [...ENGLISH].filter(([path, english]) => readings(leaves.get(path)!)[0] === readings(english)[0])
    expect(same.map(([path]) => path)).toEqual(SAME_ON_PURPOSE[language] ?? [])
  })
})

test('French has a no-break space before ? ! : ; and within « »', async () => {
  const apart = Array.from(await textsOf('fr')).filter(([, leaf]) =>
    readings(leaf).some((text) => /\S [?!:;»]|« /.test(text)),
  )
  expect(apart.map(([path]) => path)).toEqual([])
})

test('texts: English describes the standard scopes as the catalogue does', () => {
  const names = Object.keys({ ...enEntry.common.scopes, ...enEntry.common.claimScopes })
  const described = names.map((name) => [name, describeScope(enEntry, { name, title: '', description: '' })])
  const catalogue = SCOPE_CATALOGUE.map(({ name, title, description }) => [name, { title, description }])
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(catalogue))
})

test('texts: every claim of the standard scopes has a label, and no other has', () => {
  const claims = SCOPE_CATALOGUE.flatMap((scope) => scope.claims)
  expect(new Set(Object.keys(enEntry.common.claims))).toEqual(new Set(claims))
})

// In plain mode core already has the values when it refuses them, so the text must not claim that nothing was shared.
test.each([...OTHERS, 'en'] as const)(
  '%s says of a refused approval what the app got, not what was shared',
  async (language) => {
    const { failures } = await loadEntryText(language)
    const { problem } = await loadRestText(language)
    const [nothingShared = ''] = problem.load.split(/(?<=[.。])/)
    const said = [failures.request_expired, failures.invalid_claims, failures.invalid_scope, problem.expired('App')]
    for (const text of said) expect(text).not.toContain(nothingShared)
  },
)

/** Texts whose name a component puts together (`${status}Title`), or takes from another file's result. */
const COMPOSED = /^rest\.(?:problem\.\w+Title|account\.\w+Hint|values\.address\.regions\.\w+|issued\.soon)$/
/** Texts by error code, event or claim: other packages have the names. */
const BY_CODE = /^entry\.(?:failures|common)\.|^rest\.(?:values\.problems|activity\.methods)\.|_/

test('texts: every text is read by a page', () => {
  const root = join(import.meta.dirname, '../../../..')
  const sourcesIn = (...folders: string[]) =>
    folders
      .flatMap((folder) => globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }))
      .filter((path) => !/\/messages\/..\/|\.test\.ts$/.test(path))
      .map((path) => new Set(readFileSync(join(root, path), 'utf8').split(/\W+/)))
  const pages = sourcesIn('packages/ui', 'services/web', 'operate/console', 'verify/extension')
  const others = sourcesIn('packages/{contracts,device,names,vault}')
  const unread = [...ENGLISH.keys()].filter((path) => {
    const [, group = '', ...names] = path.split('.').filter((name) => !/^\d+$/.test(name))
    const name = names.at(-1) ?? ''
    const isRead = pages.some((words) => words.has(group) && words.has(name))
    return !isRead && !COMPOSED.test(path) && !(BY_CODE.test(path) && others.some((words) => words.has(name)))
  })
  expect(unread).toEqual([])
})

describe('the language of the page', () => {
  test.each([
    [['de-CH', 'en'], undefined, 'de'],
    [['pt-BR', 'fr-CA', 'en'], null, 'fr'],
    [['AR-eg'], undefined, 'ar'],
    [['xx'], undefined, 'en'],
    [[], undefined, 'en'],
    [['de'], 'ja', 'ja'],
    [['de'], 'klingon', 'de'],
    [['constructor', 'es'], undefined, 'es'],
  ])('for a reader of %j who chose %j is %s', (preferred, remembered, language) => {
    expect(chooseLanguage(preferred, remembered)).toBe(language)
  })

  test('is written from the right in Arabic only', () => {
    const languages = Object.keys(LANGUAGES) as Language[]
    expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
  })
})

describe('numbers, lists and dates', () => {
  test('take each of the six forms of Arabic', () => {
    const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many', other: 'other' }
    const { plural } = formatOf('ar')
    expect([0, 1, 2, 3, 11, 100].map((count) => plural(count, forms))).toEqual(Object.keys(forms))
  })

  test('take what the language has, and write the number its way', () => {
    expect(formatOf('ja').plural(1, { other: (number) => `${number} 件` })).toBe('1 件')
    expect(formatOf('fr').plural(0, { one: 'un', other: 'plusieurs' })).toBe('un')
    expect(formatOf('de').plural(12_345, { one: 'eins', other: (number) => number })).toBe('12.345')
    expect(formatOf('es').plural(1_000_000, { one: 'uno', other: (number) => number })).toBe('1.000.000')
  })

  test('are joined and written as the language does', () => {
    expect(formatOf('de').list(['Name', 'Bild', 'Sprache'])).toBe('Name, Bild und Sprache')
    expect(formatOf('en').date('2026-11-21')).toBe('November 21, 2026')
    expect(formatOf('ja').date('2026-11-21')).toBe('2026年11月21日')
  })

  test.each([
    ['Etc/GMT+12', '2026年11月20日'],
    ['Pacific/Apia', '2026年11月21日'],
  ])('of a moment are in the time zone of the reader (%s), a day is the same in each', (zone, dayOfMoment) => {
    vi.stubEnv('TZ', zone)
    const { date } = formatOf('ja')
    expect([date('2026-11-21T09:00:00Z'), date('2026-11-21')]).toEqual([dayOfMoment, '2026年11月21日'])
  })
})
