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
  /** Below docs/; lists every page in it, before `pages`. */
  readonly folder?: string
  readonly pages?: readonly string[]
  readonly collapsed?: boolean
}

const apps = (...names: readonly string[]) => names.map((name) => `guides/apps/${name}`)
const concepts = (...names: readonly string[]) => names.map((name) => `guides/concepts/${name}`)

/** By task, in the order in which an app comes to need it. */
const SECTIONS: readonly Section[] = [
  {
    text: 'Start',
    pages: ['tutorial/README', ...apps('register', 'moving'), ...concepts('who-can-see-what', 'data-token')],
  },
  {
    text: 'Sign people in',
    pages: [
      ...apps('express', 'fastify', 'hono', 'next', 'sveltekit', 'single-page-app', 'own-server'),
      ...apps('go', 'fastapi', 'django', 'spring', 'php', 'ruby'),
    ],
  },
  {
    text: 'With a library',
    pages: [
      ...apps('sdk', 'sign-in-routes', 'libraries', 'auth-js', 'passport', 'openid-client', 'oauth2-proxy', 'by-hand'),
    ],
  },
  {
    text: 'Their data',
    pages: [
      ...apps('scopes-and-prompts', 'sealed-claims', 'verified-addresses', 'credentials', 'kept-up-to-date', 'scopes'),
      ...concepts('approvals', 'kept-up-to-date', 'unchanged-client'),
    ],
  },
  { text: 'Call APIs', pages: apps('resource-servers') },
  { text: 'Devices and agents', pages: apps('device', 'mcp', 'client-metadata') },
  { text: 'Test', pages: apps('testing', 'troubleshooting') },
  { text: 'Go live', pages: apps('go-live', 'logout', 'errors') },
  { text: 'Reference', folder: 'reference', pages: ['conformance', 'security-model'] },
  { text: 'API', folder: 'reference/api', collapsed: true },
  { text: 'Run it', folder: 'guides/run', collapsed: true },
  { text: 'Development', folder: 'development', pages: ['tour'], collapsed: true },
  { text: 'How it is made', pages: ['guides/scale', 'design-system', 'dependencies', 'adr/README'], collapsed: true },
]

/** Pages of commands, operations and the SDK, which `tools/docs.ts` makes. */
export function listGenerated(): readonly NavigationItem[] {
  const pages = [...listPages('reference'), 'reference/api/README.md'].filter((page) => page !== 'reference/README.md')
  return pages
    .filter((page) => existsSync(join(DOCS, page)))
    .map((page) => ({ text: titleOf(page), link: pagePath(page) }))
}

/** VitePress does not check these. */
export const SHORTCUTS: readonly NavigationItem[] = [
  { text: 'Tutorial', link: '/tutorial/' },
  { text: 'API', link: '/reference/api/' },
  { text: 'Run it', link: '/guides/run/' },
]

export function listNavigation(): readonly NavigationItem[] {
  return SECTIONS.map(({ text, folder, pages = [], collapsed = false }) => {
    const all = [...(folder === undefined ? [] : listPages(folder)), ...pages.map((name) => `${name}.md`)]
    return { text, collapsed, items: all.map((page) => ({ text: shortTitleOf(page), link: pagePath(page) })) }
  }).filter(({ items }) => items.length > 0)
}

/** The overview, then the others by name. */
function listPages(folder: string): readonly string[] {
  // The generated reference may be missing.
  if (!existsSync(join(DOCS, folder))) return []
  return readdirSync(join(DOCS, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => basename(file, '.md'))
    .toSorted((a, b) => Number(b === 'README') - Number(a === 'README') || a.localeCompare(b))
    .map((name) => `${folder}/${name}.md`)
}

/** "Add sign-in to an Express app" stands as "Express app" among others of its kind. */
function shortTitleOf(page: string): string {
  const rest = titleOf(page).replace(/^Add sign-in to an? /, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** The first paragraph of a page, as plain text of one or two lines. */
export function descriptionOf(page: string): string {
  const [, ...parts] = readFileSync(join(DOCS, page), 'utf8').split('\n\n')
  const paragraph = parts.find((part) => /^[\p{L}`*[]/u.test(part)) ?? ''
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*\n]+/g, (mark) => (mark === '\n' ? ' ' : ''))
  return text.length > 160 ? `${text.slice(0, 159).replace(/\s+\S*$/, '')}…` : text
}

export function titleOf(page: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(DOCS, page), 'utf8')) ?? []
  if (title === undefined) throw new Error(`docs/${page} has no title: begin it with "# …".`)
  return title.replaceAll('`', '')
}
