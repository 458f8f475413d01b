import type { ClientManifest } from '@countersign/contracts/client-manifest'
import { PAGE_CONFIG_PATH } from '@countersign/contracts/page-config'
import type { AskKind, Browser } from './browser-headers.ts'
import { FAMILIES } from './browsers.ts'
import type { Expected } from './compare-answer.ts'
import type { Ask } from './visitor.ts'

/** Requests for one path, and the only right answer. */
export type Question = { readonly path: string; readonly expected: Expected; readonly asks: readonly Ask[] }

/** Differs between servers and runs. */
export type Given = {
  /** Of the configuration, as it was read first. */
  readonly integrity: string
  readonly logo: { readonly path: string; readonly integrity: string } | undefined
  /** By which the page knows the request of an app. */
  readonly query: string
  /** Made up: nothing is served under it. */
  readonly name: string
  /** Whose turn it is first: by chance, so that a server cannot know who will ask. */
  readonly turn: number
}

/** Where a server could put a document or a worker of its own: the release has nothing there. */
const UNLISTED = [
  '/grants',
  '/login',
  '/register',
  '/settings',
  '/index.html',
  '/console/index.html',
  '/sw.js',
  '/service-worker.js',
  '/worker.js',
  '/assets/sw.js',
]

/** One alone is sent by proxies, and a server may store each form separately. */
const ENCODINGS = ['identity', 'gzip', 'br'] as const

/**
 * Returns all that one browser requests. Each browser requests each document, and one of each family each file, in each
 * way that it is used. The rest is dealt out, so that the number of requests does not multiply.
 */
export function questionsOf(browser: Browser, manifest: ClientManifest, given: Given): readonly Question[] {
  const { page, console, config, logo } = manifest
  const { name, integrity, query, turn } = given
  const unlisted = [...UNLISTED, `/${name}`, `/consent/${name}`, `/assets/${name}.js`, `/.well-known/${name}`]
  const missing: Expected = { ...page, status: 404, orJson: true }
  return [
    ...[page, ...(console ? [console] : [])].flatMap((document) =>
      questionsOfDocument({ browser, turn }, document, query),
    ),
    ...unlisted.map((path) => ({ path, expected: missing, asks: [askFor(path, 'visit')] })),
    ...questionsOfServiceWorker({ browser, turn }, manifest, [...page.paths, ...unlisted]),
    ...questionsOfFiles({ browser, turn }, manifest),
    questionOf(PAGE_CONFIG_PATH, { ...config, integrity }, 'data'),
    ...(given.logo ? [questionOf(given.logo.path, { ...logo, integrity: given.logo.integrity }, 'image')] : []),
  ]
}

type Asker = { readonly browser: Browser } & Pick<Given, 'turn'>

/** People come by themselves, from an app, and with a trailing slash, which the page ignores. */
function questionsOfDocument(who: Asker, document: ClientManifest['page'], query: string): readonly Question[] {
  return document.paths.map((path, place) => {
    const slashed = path === '/' ? [] : [`${path}/`, `${path}/${query}`]
    const dealt = [...slashed.map((address) => askFor(address, 'arrival')), ...encodedAlone(path, 'visit')]
    const asks = [askFor(path, 'visit'), askFor(`${path}${query}`, 'arrival')]
    return { path, expected: document, asks: isDealtTo(who, place) ? [...asks, ...dealt] : asks }
  })
}

function questionsOfServiceWorker(
  who: Asker,
  { serviceWorker }: ClientManifest,
  paths: readonly string[],
): readonly Question[] {
  if (!serviceWorker) return []
  const mine = paths.filter((_path, place) => isFamilyMembersTurn(who, place))
  return mine.map((path) => ({ path, expected: serviceWorker, asks: [askFor(path, 'service_worker')] }))
}

function questionsOfFiles(who: Asker, { files }: ClientManifest): readonly Question[] {
  return files.flatMap((file, place) => {
    if (!isFamilyMembersTurn(who, place)) return []
    const [first, ...others] = usesOf(file)
    const asks = [first, ...others].map((kind) => askFor(file.path, kind))
    const dealt = isDealtTo(who, place) ? encodedAlone(file.path, first) : []
    return [{ path: file.path, expected: file, asks: [...asks, ...dealt] }]
  })
}

/** Browsers check no hash of what a worker loads: the page fetches that first, with its hash. */
function usesOf({ path, headers }: ClientManifest['files'][number]): readonly [AskKind, ...AskKind[]] {
  if (path.endsWith('.css')) return ['style']
  if (!path.endsWith('.js')) return ['image']
  return ['script', 'check', 'content-security-policy' in headers ? 'worker' : 'part']
}

function questionOf(path: string, expected: Expected, kind: AskKind): Question {
  return { path, expected, asks: [askFor(path, kind), ...encodedAlone(path, kind)] }
}

function askFor(address: string, kind: AskKind): Ask {
  return { address, kind }
}

function encodedAlone(address: string, kind: AskKind): readonly Ask[] {
  return ENCODINGS.map((encoding) => ({ address, kind, encoding }))
}

/** One browser of all has the turn. */
function isDealtTo({ browser, turn }: Asker, place: number): boolean {
  const family = FAMILIES[(turn + place) % FAMILIES.length]
  return family?.includes(browser) === true && isFamilyMembersTurn({ browser, turn }, place)
}

/** One browser of each family has the turn. */
function isFamilyMembersTurn({ browser, turn }: Asker, place: number): boolean {
  const round = Math.floor((turn + place) / FAMILIES.length)
  return FAMILIES.some((members) => members[round % members.length] === browser)
}
