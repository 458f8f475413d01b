import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'
import { writeApiReference } from './reference/api-reference.ts'
import { findDeadLinks } from './site/check-links.ts'
import { closestPages } from './site/closest-pages.ts'
import { DOCS, leadLink, pagePath } from './site/links.ts'
import { descriptionOf, listNavigation, SHORTCUTS, titleOf } from './site/navigation.ts'
import { groupTabs, type Token } from './site/tabs.ts'

const pages = listFiles('docs/*.md').map((path) => path.slice('docs/'.length))

test('every page for developers and operators is in the navigation of the site, once', () => {
  const listed = listNavigation().flatMap(({ items = [] }) => items.map(({ link }) => link))
  const owed = pages.filter((page) => /^(?:tutorial|guides\/(?:apps|concepts|languages|run)|reference)\//.test(page))
  expect(owed.length).toBeGreaterThan(30)
  expect(owed.map(pagePath).filter((path) => !listed.includes(path))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('each shortcut above the pages of the site leads to a page', () => {
  const generated = [...writeApiReference(join(DOCS, 'openapi')).keys()].map((name) => `reference/${name}`)
  const paths = [...pages, ...generated].map(pagePath)
  expect(SHORTCUTS.filter(({ link }) => link === undefined || !paths.includes(link))).toEqual([])
})

test('a link of a document leads to the page on the site, to the repository, or nowhere', () => {
  const document = join(DOCS, 'guides/apps/express.md')
  const repository = 'https://git.example/ours'
  const lead = (href: string) => leadLink(href, document, repository)
  expect(lead('../run/README.md#the-command')).toBe('/guides/run/#the-command')
  expect(lead('../run')).toBe('/guides/run/')
  expect(lead('sdk.md')).toBe('/guides/apps/sdk')
  expect(lead('https://elsewhere.example/a')).toBe('https://elsewhere.example/a')
  expect(lead('#later')).toBe('#later')
  expect(lead('../../../SECURITY.md')).toBe(`${repository}/blob/HEAD/SECURITY.md`)
  expect(leadLink('../../../examples/express', document, undefined)).toBeUndefined()
})

test('no page holds text that the site would take for a tag, an expression or attributes', () => {
  const tags = pages.flatMap((page) => {
    const prose = readText(`docs/${page}`).replaceAll(/^(`{3,}).*?^\1$|<!--.*?-->|`[^`\n]*`|<https?:[^>]*>/gms, '')
    return [...prose.matchAll(/\{\{|<(?!\/?(?:a|br|img|picture|source)\b)\/?[a-z][^>]*>|\{[^{}\n]*\}$/gim)].map(
      ([found]) => `${page}: ${found}`,
    )
  })
  expect(tags).toEqual([])
})

test.each([
  ['/guides/integrate', '/tutorial/'],
  ['/guides/languages/', '/guides/apps/libraries'],
  ['/guides/languages/node', '/guides/apps/openid-client'],
  ['/guides/languages/go', '/guides/apps/go'],
  ['/guides/apps/expres', '/guides/apps/express'],
  ['/quickstart/nextjs', '/guides/apps/next'],
  ['/guides/run.html', '/guides/run/'],
  ['/logout', '/guides/apps/logout'],
  ['/zzz', undefined],
])('the page that is not at %s suggests %s first', (path, meant) => {
  const known = pages.map((page) => ({ link: pagePath(page), text: titleOf(page) }))
  expect(closestPages(path, known).map(({ link }) => link)[0]).toBe(meant)
})

test('consecutive fences with a tab become one group, and other fences stay as they are', () => {
  const state = {
    tokens: ['js tab="Express" from="a"', 'go tab="Go"', '', 'sh', 'ts tab="Alone"'].map(tokenOf),
    Token: OpenToken,
  }
  groupTabs(state)
  expect(state.tokens.map(({ type, info }) => info || type)).toEqual([
    'container_code-group_open',
    'js [Express]',
    'go [Go]',
    'container_code-group_close',
    'paragraph',
    'sh',
    'ts tab="Alone"',
  ])
})

test('a link of the built site to a missing page or anchor is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  writeFileSync(join(folder, 'index.html'), '<h1 id="top"><a href="/a#ü">a</a><a href="/b">b</a><a href="#top">c</a>')
  writeFileSync(join(folder, 'a.html'), '<a id="ü" href="/#bottom">d</a><a href="https://elsewhere.example/">e</a>')
  expect(findDeadLinks(folder).toSorted()).toEqual(['/a.html: /#bottom', '/index.html: /b'])
  rmSync(folder, { recursive: true })
})

test('the description of a page is its first paragraph, without marks', () => {
  expect(descriptionOf('guides/apps/register.md')).toBe(
    'Every app has a client id. It is registered once, with the exact redirect URI that people come back to.',
  )
  expect(pages.filter((page) => descriptionOf(page).length > 160)).toEqual([])
})

class OpenToken implements Token {
  type: string
  tag: string
  info = ''
  content = ''
  attrs = null
  children = null

  constructor(type: string, tag: string) {
    this.type = type
    this.tag = tag
  }
}

function tokenOf(info: string): Token {
  return { type: info === '' ? 'paragraph' : 'fence', tag: '', info, content: '', attrs: null, children: null }
}
