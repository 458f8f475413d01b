import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../files.ts'
import { DOCS, findRepositoryPage, headingSlug, leadLink } from '../links.ts'
import { descriptionOf, listGenerated, listNavigation, SHORTCUTS } from '../navigation.ts'
import { groupTabs, type Token } from '../tabs.ts'

const repository = findRepositoryPage()
// Compiled pages of docs/ import these, but nothing is installed there.
const vue = join(import.meta.dirname, '../node_modules/vue')
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(ROOT, 'packages/ui/src/icon.svg'), 'utf8'))}`
const HOME = { pageClass: 'home', sidebar: false, aside: false, prev: false, next: false }

type State = Parameters<typeof groupTabs>[0] & { readonly env: { readonly path: string } }
type Markdown = { core: { ruler: { push(name: string, rule: (state: State) => void): void } } }
type PageData = { readonly filePath: string; description: string; frontmatter: Record<string, unknown> }

export default {
  title: 'Countersign',
  description: 'Sign people in with data that only you and they can read.',
  lang: 'en',
  srcDir: DOCS,
  outDir: join(import.meta.dirname, '../dist'),
  cacheDir: join(import.meta.dirname, '../.cache'),
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  rewrites: (page: string) => page.replace(/README\.md$/, 'index.md'),
  markdown: {
    anchor: { slugify: headingSlug },
    // Shiki lacks a grammar for it.
    languageAlias: { caddyfile: 'nginx' },
    config: ({ core }: Markdown) => {
      core.ruler.push('lead-links', leadLinks)
      core.ruler.push('group-tabs', groupTabs)
      core.ruler.push('empty-headers', emptyHeaders)
    },
  },
  head: [['link', { rel: 'icon', href: icon }]],
  transformPageData(page: PageData) {
    page.description = descriptionOf(page.filePath)
    // Here, since GitHub shows a document's frontmatter as a table.
    if (page.filePath === 'README.md') page.frontmatter = HOME
  },
  themeConfig: {
    logo: icon,
    nav: SHORTCUTS,
    sidebar: listNavigation(),
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      // Readers look for guides, seldom for decisions.
      options: { miniSearch: { searchOptions: { boostDocument: (id: string) => (id.includes('/adr/') ? 0.2 : 1) } } },
    },
  },
  // Images outside docs/ become imports, which the development server finds too.
  vue: { template: { transformAssetUrls: { base: null } } },
  vite: {
    plugins: [{ name: 'links-to-the-reference', enforce: 'pre', transform: linkReference }],
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: join(vue, 'server-renderer/index.mjs') },
        { find: /^vue$/, replacement: vue },
      ],
    },
  },
}

/** Links the generated pages, which exist on the site only. */
function linkReference(text: string, id: string): string | undefined {
  if (id !== join(DOCS, 'reference/README.md')) return undefined
  const links = listGenerated().map(({ text: title, link }) => `- [${title}](${link})`)
  return `${text}\n${links.join('\n')}\n`
}

/** Shows links without a target as text. */
function leadLinks({ tokens, env }: State): void {
  for (const { children } of tokens) {
    const open: Token[] = []
    for (const token of children ?? []) {
      if (token.type === 'link_open') open.push(leadToken(token, env.path))
      if (token.type === 'link_close') token.tag = open.pop()?.tag ?? 'a'
    }
  }
}

/** A header cell without text heads nothing: screen readers stumble over it. */
function emptyHeaders({ tokens }: State): void {
  for (const [at, { type, content }] of tokens.entries()) {
    if (type !== 'inline' || content !== '' || tokens[at - 1]?.type !== 'th_open') continue
    for (const cell of [tokens[at - 1], tokens[at + 1]]) if (cell) cell.tag = 'td'
  }
}

function leadToken(token: Token, document: string): Token {
  const href = token.attrs?.find(([name]) => name === 'href')
  if (!href) return token
  const lead = leadLink(decodeURI(href[1]), document, repository)
  if (lead !== undefined) href[1] = lead
  else Object.assign(token, { tag: 'span', attrs: null })
  return token
}
