import { join } from 'node:path'
import { DOCS, findRepositoryPage, headingSlug, leadLink } from '../links.ts'
import { listNavigation, SHORTCUTS } from '../navigation.ts'

const repository = findRepositoryPage()
// Compiled pages of docs/ import these, but nothing is installed there.
const vue = join(import.meta.dirname, '../node_modules/vue')

type Token = { tag: string; attrs: [string, string][] | null; type: string; children: Token[] | null }
type Markdown = {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: { path: string } }) => void): void } }
}

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
    config: (markdown: Markdown) => markdown.core.ruler.push('lead-links', leadLinks),
  },
  themeConfig: {
    nav: SHORTCUTS,
    sidebar: listNavigation(),
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      // Readers look for guides, seldom for decisions.
      options: { miniSearch: { searchOptions: { boostDocument: (id: string) => (id.includes('/adr/') ? 0.2 : 1) } } },
    },
  },
  vite: {
    resolve: {
      alias: [
        { find: /^vue\/server-renderer$/, replacement: join(vue, 'server-renderer/index.mjs') },
        { find: /^vue$/, replacement: vue },
      ],
    },
  },
}

/** Shows links without a target as text. */
function leadLinks({
  tokens,
  env,
}: {
  readonly tokens: readonly Token[]
  readonly env: { readonly path: string }
}): void {
  for (const { children } of tokens) {
    const open: Token[] = []
    for (const token of children ?? []) {
      if (token.type === 'link_open') open.push(leadToken(token, env.path))
      if (token.type === 'link_close') token.tag = open.pop()?.tag ?? 'a'
    }
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
