import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DOCS, pagePath } from './links.ts'

export type NavigationItem = {
  readonly text: string
  readonly link?: string
  readonly items?: readonly NavigationItem[]
  readonly collapsed?: boolean
}

type Section = {
  readonly text: string
  /** Below docs/; lists every page in it. */
  readonly folder?: string
  /** Single pages, or the first ones of a folder. */
  readonly first?: readonly string[]
  readonly collapsed?: boolean
}

const SECTIONS: readonly Section[] = [
  { text: 'Begin', folder: 'tutorial' },
  { text: 'Concepts', folder: 'guides/concepts', first: ['who-can-see-what', 'data-token', 'sealed-claims'] },
  { text: 'Your app', folder: 'guides/apps', first: ['register', 'sdk', 'libraries', 'by-hand', 'testing'] },
  { text: 'By language', folder: 'guides/languages' },
  { text: 'Reference', folder: 'reference', first: ['cli', 'sdk'] },
  { text: 'The API', folder: 'reference/api', collapsed: true },
  { text: 'Standards and promises', first: ['conformance', 'security-model'] },
  { text: 'Run it', folder: 'guides/run', collapsed: true },
  { text: 'Development', folder: 'development', collapsed: true },
  { text: 'How it is made', first: ['guides/scale', 'design-system', 'dependencies', 'adr/README'], collapsed: true },
]

/** VitePress does not check these. */
export const SHORTCUTS: readonly NavigationItem[] = [
  { text: 'Tutorial', link: '/tutorial/' },
  { text: 'API', link: '/reference/' },
  { text: 'Run it', link: '/guides/run/' },
]

export function listNavigation(): readonly NavigationItem[] {
  return SECTIONS.map(({ text, folder, first = [], collapsed = false }) => {
    const pages = folder === undefined ? first.map((name) => `${name}.md`) : listPages(folder, first)
    return { text, collapsed, items: pages.map((page) => ({ text: titleOf(page), link: pagePath(page) })) }
  }).filter(({ items }) => items.length > 0)
}

/** The overview, then `first`, then the others by name. */
function listPages(folder: string, first: readonly string[]): readonly string[] {
  const order = ['README', ...first]
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  // The generated reference may be missing.
  if (!existsSync(join(DOCS, folder))) return []
  return readdirSync(join(DOCS, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file, '.md'))
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((name) => `${folder}/${name}.md`)
}

export function titleOf(page: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(DOCS, page), 'utf8')) ?? []
  if (title === undefined) throw new Error(`docs/${page} has no title: begin it with "# …".`)
  return title.replaceAll('`', '')
}
