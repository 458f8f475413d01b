import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DESIGN_SYSTEM = join(ROOT, 'docs/design-system.md')
const SOURCES = ['packages/ui/src', 'services/web/src']

const CLASS = /\.([a-z][\w-]*)/g
const list = (pattern: string, exclude: readonly string[] = []) =>
  SOURCES.flatMap((folder) => globSync(`${folder}/${pattern}`, { cwd: ROOT, exclude }))
const sheets = list('**/*.css')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The classes of `layout.css`, as the design system lists them. */
const listed = [...readFileSync(DESIGN_SYSTEM, 'utf8').matchAll(/^\| `\.([a-z-]+)` \|/gm)].map(([, name = '']) => name)

function selectorsOf(sheet: string): readonly string[] {
  const text = read(sheet).replaceAll(/\/\*.*?\*\/|@keyframes[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/gs, '')
  const heads = [...text.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim())
  return heads
    .filter((head) => !head.startsWith('@'))
    .flatMap((head) => head.split(/,(?![^(]*\))/).map((each) => each.trim()))
}

const classesIn = (selector: string) => [...selector.matchAll(CLASS)].map(([, name = '']) => name)
const isOf = (block: string) => (name: string) => name === block || name.startsWith(`${block}-`)
/** The sheet's name, or the names in its first line. */
function blocksOf(sheet: string): readonly string[] {
  if (sheet === 'packages/ui/src/layout.css') return listed
  return /^\/\* Blocks: (.*)\. \*\//.exec(read(sheet))?.[1]?.split(', ') ?? [basename(sheet, '.css')]
}

const owns = (sheet: string, name: string) => blocksOf(sheet).some((block) => isOf(block)(name))
const isBlock = (name: string) => sheets.some((sheet) => owns(sheet, name))

/** Classes of compounds that contain no block, as `.primary` alone. */
function looseClasses(selector: string): readonly string[] {
  const compounds = selector
    .replaceAll(/:not\((\.[\w-]+)\)/g, '$1')
    .split(/[\s>+~()]+/)
    .map(classesIn)
  return compounds.flatMap((names) => (names.some(isBlock) ? [] : names))
}

const rules = sheets.flatMap((sheet) => selectorsOf(sheet).map((selector) => ({ sheet, selector })))
const ELEMENTS = ['packages/ui/src/tokens.css', 'packages/ui/src/base.css']

describe('stylesheets', () => {
  test('a rule is about an element or a class of a block of its sheet', () => {
    const foreign = rules.filter(({ sheet, selector }) => {
      if (ELEMENTS.includes(sheet)) return classesIn(selector.replace(/:not\(.*?\)/, '')).length > 0
      if (blocksOf(sheet).some((block) => new RegExp(`^${block}\\b`).test(selector))) return false
      return !classesIn(selector).some((name) => owns(sheet, name))
    })
    expect(foreign).toEqual([])
  })

  test('a class that no sheet is named after only modifies another', () => {
    expect(rules.filter(({ selector }) => looseClasses(selector).length > 0)).toEqual([])
  })

  test('a sheet has at most 250 lines', () => {
    expect(sheets.filter((sheet) => read(sheet).split('\n').length > 250)).toEqual([])
  })

  test('every class that a component names has a rule, and every rule a component', () => {
    const ruled = new Set(rules.flatMap(({ selector }) => classesIn(selector)))
    const components = list('**/*.tsx', ['packages/ui/src/messages/**'])
    const attributes = components.flatMap((path) => [...read(path).matchAll(/class="([^"]+)"/g)])
    const named = new Set(attributes.flatMap(([, names = '']) => names.split(' ')))
    expect([...named].filter((name) => !ruled.has(name))).toEqual([])
    const sources = [...components, 'services/web/index.html'].map(read).join('\n')
    const words = new Set(sources.split(/[^\w-]+/))
    expect([...ruled].filter((name) => !words.has(name))).toEqual([])
  })
})
