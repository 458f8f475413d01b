import { createHash } from 'node:crypto'
import type { Brand } from '@countersign/service/brand'
import type { PageLanguage } from './page-language.ts'
import { PAGE_TEXTS } from './page-texts.ts'

export type ProviderPage = {
  readonly language: PageLanguage
  readonly title: string
  readonly body: string
  /** Allows posting anywhere: browsers apply `form-action` to redirects too, and an app may redirect on. */
  readonly hasForm?: boolean
  readonly script?: string
}

type PageSettings = {
  readonly brand: Brand
  readonly start: string
}

type SentPage = { readonly headers: Readonly<Record<string, string>>; readonly html: string }

/** Pages load nothing, cannot be framed or cached, and run only their own script. */
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

/** The product's mark, for operators without a logo. */
export const MARK =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4.5 12.5l5 5L20 5.5"/><path d="M4 22h16" class="line"/></svg>'

/** The colours and measures of the consent client's pages (`packages/ui/src/tokens.css`): one house. */
const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(oklch(.977 .006 100),oklch(.185 .012 195));--surface:light-dark(oklch(1 0 0),oklch(.228 .014 195));--sunken:light-dark(oklch(.968 .008 150),oklch(.265 .016 190));--ink:light-dark(oklch(.25 .02 200),oklch(.94 .008 180));--muted:light-dark(oklch(.46 .02 200),oklch(.76 .014 190));--line:light-dark(oklch(.89 .01 160),oklch(.34 .016 195));--edge:light-dark(oklch(.6 .018 195),oklch(.56 .018 195));--accent:light-dark(oklch(.42 .075 178),oklch(.82 .09 176));--accent-ink:var(--accent);--accent-strong:light-dark(oklch(.35 .065 178),oklch(.88 .08 176));--on-accent:light-dark(oklch(1 0 0),oklch(.2 .03 180))}
*{box-sizing:border-box}
html{font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif;color:var(--ink);background:var(--paper)}
body{display:flex;flex-direction:column;min-height:100dvh;max-width:34rem;margin:0 auto;padding:1rem 1rem .75rem}
h1,p,ul{margin:0;padding:0}
header{display:flex;align-items:center;min-height:2.75rem;margin-block-end:clamp(.5rem,4vw - .5rem,2.5rem)}
.wordmark{display:inline-flex;align-items:center;min-height:2.75rem;gap:.5rem;font-weight:650;color:var(--ink);text-decoration:none}
.wordmark svg{width:1.5rem;height:1.5rem;fill:none;stroke:var(--accent-ink);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.wordmark .line{stroke-width:1.6}
.wordmark img{height:1.75rem;width:auto;max-width:10rem;object-fit:contain}
main{flex:1 0 auto;display:grid;align-content:start;gap:1rem;overflow-wrap:anywhere}
main>*{min-width:0}
h1{font-family:ui-serif,"New York","Iowan Old Style",Charter,"Source Serif 4",Georgia,"Noto Serif","Liberation Serif",serif;font-size:clamp(1.5rem,1.15rem + 1.8vw,2rem);line-height:1.2;letter-spacing:-.01em;font-weight:600;text-wrap:balance}
:lang(ar) h1,:lang(ja) h1{font-family:inherit}
:lang(ar) h1{letter-spacing:0;line-height:1.4}
:lang(ja) h1{word-break:auto-phrase}
.lead{font-size:1.125rem;color:var(--muted)}
.detail code{display:block;margin-block-end:.25rem}
.detail{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.625rem;background:var(--sunken);font-size:.875rem}
code{font-family:ui-monospace,"SF Mono","Cascadia Mono","Segoe UI Mono","Liberation Mono",monospace}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:2.75rem;padding:.5rem 1.5rem;border:1px solid transparent;border-radius:.625rem;font:inherit;font-weight:600;line-height:1.2;text-decoration:none;cursor:pointer;color:var(--on-accent);background:var(--accent)}
.button:hover{background:var(--accent-strong)}
.button.secondary{color:var(--ink);background:var(--surface);border-color:var(--edge)}
.button.secondary:hover{background:var(--sunken)}
[hidden]{display:none}
:focus-visible{outline:2px solid transparent;box-shadow:0 0 0 2px var(--surface),0 0 0 4px var(--accent-ink);border-radius:.25rem}
.button:focus-visible{border-radius:.625rem}
footer ul{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin-block-start:2.25rem;padding-block:.75rem;border-block-start:1px solid var(--line);font-size:.875rem;list-style:none}
footer a{color:var(--muted)}
@media (forced-colors:active){:focus-visible{outline-color:Highlight}.button{border-color:ButtonText}}
`

export function styleOf({ theme }: Brand): string {
  const colours = Object.entries(theme).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  return colours.length === 0 ? STYLE : `${STYLE}:root{${colours.join(';')}}\n`
}
