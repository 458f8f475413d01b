import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'
import { DOCS, leadLink, pagePath } from './site/links.ts'
import { listNavigation, SHORTCUTS } from './site/navigation.ts'

const pages = listFiles('docs/*.md').map((path) => path.slice('docs/'.length))

test('every page for developers and operators is in the navigation of the site, once', () => {
  const listed = listNavigation().flatMap(({ items = [] }) => items.map(({ link }) => link))
  const owed = pages.filter((page) => /^(?:tutorial|guides\/(?:apps|concepts|languages|run)|reference)\//.test(page))
  expect(owed.length).toBeGreaterThan(30)
  expect(owed.map(pagePath).filter((path) => !listed.includes(path))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('each shortcut above the pages of the site leads to a page', () => {
  const paths = pages.map(pagePath)
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
