import { createHash } from 'node:crypto'
import { UNBRANDED } from '@countersign/service/brand'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { pageLanguageOf } from '../src/ground/pages/page-language.ts'
import { PAGE_TEXTS } from '../src/ground/pages/page-texts.ts'
import { ISSUER, startProvider } from './started-provider.ts'

const BRAND = {
  name: 'Example & <Sons>',
  logo: { type: 'image/svg+xml', content: Buffer.from('<svg/>') },
  links: [{ label: 'Imprint', url: 'https://example.org/imprint?a=1&b="' }],
  supportUrl: 'https://example.org/help',
  theme: { accent: ['#5b2a86', '#b79bd0'] },
} as const

describe('a page of the provider', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  const branded = startBeforeAll(() => startProvider('postgresql', undefined, { brand: BRAND }))

  const refusedBy = ({ app }: typeof provider, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ url: '/oauth/authorize?client_id=nobody', headers: { accept: 'text/html', ...headers } })

  test.each([
    ['de-CH,de;q=0.9,en;q=0.8', 'de', 'ltr'],
    ['ar', 'ar', 'rtl'],
    ['pt-BR, fr;q=0.5', 'fr', 'ltr'],
    ['xx', 'en', 'ltr'],
  ] as const)('for a reader of %s speaks %s', async (preferred, language, direction) => {
    const response = await refusedBy(provider, { 'accept-language': preferred })
    expect(response.headers['content-language']).toBe(language)
    expect(response.body).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(response.body).toContain(`<h1>${PAGE_TEXTS[language].mistake.title}</h1>`)
    // English in every language: it is for the app's developers.
    expect(response.body).toContain('<code>invalid_client</code> The client_id is unknown.')
  })

  test.each(Object.keys(PAGE_TEXTS) as (keyof typeof PAGE_TEXTS)[])(
    'of a refused sign-out says in %s that the person is still signed in, and speaks of no sign-in link',
    async (language) => {
      const headers = { accept: 'text/html', 'accept-language': language }
      const { statusCode, body } = await provider.app.inject({ url: '/oauth/logout?client_id=nobody', headers })
      expect(statusCode).toBe(400)
      const { logout, mistake } = PAGE_TEXTS[language]
      expect(body).toContain(`<h1>${logout.title}</h1>`)
      expect(body).toContain(logout.lead)
      expect(body).not.toContain(mistake.title)
    },
  )

  test('leads back to where the person was, and to the start page', async () => {
    const { body, headers } = await refusedBy(provider)
    const [, script = ''] = /<script>(.*)<\/script>/.exec(body) ?? []
    expect(body).toContain(`href="${ISSUER}/"`)
    expect(script).toContain('history.back()')
    expect(headers['content-security-policy']).toContain(
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    )
  })

  test('has the name, the logo, the colours and the links of its operator, as data', async () => {
    const { body, headers } = await refusedBy(branded)
    expect(body).toContain('<bdi>Example &#38; &#60;Sons&#62;</bdi>')
    expect(body).toContain(`<img src="data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}" alt="">`)
    expect(body).toContain('--accent:light-dark(#5b2a86,#b79bd0)')
    expect(body).toContain('href="https://example.org/imprint?a=1&#38;b=&#34;"')
    expect(body).toContain('href="https://example.org/help"')
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(body) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'; img-src data:;`)
  })

  test('is the product’s where nothing is set, and loads nothing', async () => {
    const { body, headers } = await refusedBy(provider)
    expect(body).toContain(`<bdi>${UNBRANDED.name}</bdi>`)
    expect(headers['content-security-policy']).not.toContain('img-src')
    expect(body).not.toMatch(/<(?:link|iframe|img|script src)/)
  })

  test('is for people: a program gets the usual body', async () => {
    expect((await refusedBy(provider, { accept: 'application/json' })).json()).toMatchObject({
      error: 'invalid_client',
    })
  })
})

describe('the language of a page', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['JA-JP', 'ja'],
    ['en;q=0.1, es;q=0.7', 'es'],
    ['de;q=0, fr', 'fr'],
    ['fr;q=nonsense, de;q=0.2', 'de'],
    [`${'x'.repeat(10_000)},ar`, 'ar'],
    ['constructor', 'en'],
  ])('for %s is %s', (preferred, language) => {
    expect(pageLanguageOf(preferred)).toBe(language)
  })
})

test('every language says everything, and nothing in the words of another', () => {
  const leaves = (texts: unknown): string[] =>
    typeof texts === 'string' ? [texts] : Object.values(Object(texts)).flatMap(leaves)
  const all = Object.values(PAGE_TEXTS).map(leaves)
  const said = all.flatMap((texts) => [...new Set(texts.filter((text) => text !== ''))])
  expect(new Set(said).size).toBe(said.length)
  for (const texts of all) expect(texts).toHaveLength(all[0]!.length)
})
