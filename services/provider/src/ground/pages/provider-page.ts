import { createHash } from 'node:crypto'
import type { Brand } from '@countersign/service/brand'
import type { PageLanguage } from './page-language.ts'
import { MARK, styleOf } from './page-style.ts'
import { PAGE_TEXTS } from './page-texts.ts'

export type ProviderPage = {
  readonly language: PageLanguage
  readonly title: string
  readonly body: string
  /**
   * Allows posting anywhere: browsers apply `form-action` to redirects behind a form too, and an app may redirect to
   * another of its addresses.
   */
  readonly hasForm?: boolean
  readonly script?: string
}

type PageSettings = {
  readonly brand: Brand
  /** The wordmark's link. */
  readonly start: string
}

type SentPage = { readonly headers: Readonly<Record<string, string>>; readonly html: string }

/**
 * Writes pages in the web client's look that load nothing, cannot be framed or cached, and run only their own script.
 */
export function createPageWriter(settings: PageSettings): (page: ProviderPage) => SentPage {
  const style = styleOf(settings.brand)
  const wordmark = wordmarkOf(settings)
  const styleHash = hashOf(style)
  return (page) => {
    const { script, hasForm = false, language } = page
    const policy = [
      "default-src 'none'",
      `style-src ${styleHash}`,
      ...(settings.brand.logo ? ['img-src data:'] : []),
      ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
      "base-uri 'none'",
      ...(hasForm ? [] : ["form-action 'none'"]),
      "frame-ancestors 'none'",
    ]
    const headers = {
      'cache-control': 'no-store',
      'content-language': language,
      'content-security-policy': policy.join('; '),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    }
    return { headers, html: toHtml(page, { style, wordmark, footer: footerOf(settings.brand, language) }) }
  }
}

/** Safe in text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

type Frame = { readonly style: string; readonly wordmark: string; readonly footer: string }

function toHtml({ language, title, body, script }: ProviderPage, { style, wordmark, footer }: Frame): string {
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>${wordmark}</header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
${footer}
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`
}

function wordmarkOf({ brand: { name, logo }, start }: PageSettings): string {
  const picture = logo ? `<img src="data:${logo.type};base64,${logo.content.toString('base64')}" alt="">` : MARK
  return `<a class="wordmark" href="${escapeHtml(start)}">${picture}<bdi>${escapeHtml(name)}</bdi></a>`
}

function footerOf({ links, supportUrl }: Brand, language: PageLanguage): string {
  const support = supportUrl === '' ? [] : [{ label: PAGE_TEXTS[language].support, url: supportUrl }]
  const items = [...links, ...support].map(
    ({ label, url }) => `<li><a href="${escapeHtml(url)}"><bdi>${escapeHtml(label)}</bdi></a></li>`,
  )
  return items.length === 0 ? '' : `<footer><ul>${items.join('')}</ul></footer>`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
