import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brand } from './brand/brand.ts'
import type { BrandAddresses } from './brand-files.ts'

/** What the server writes into the page. */
export type PageValues = {
  readonly issuer: string
  readonly core: string
  readonly opaqueServerKeys: readonly string[]
  readonly brand: Brand
  readonly addresses: BrandAddresses
}

/**
 * Reads the built page and writes the installation's values into it, once.
 * @throws Error when the page was not built
 */
export function readPage(folder: string, values: PageValues): string {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) {
    throw new Error('The consent client is not built. Run `npm run build`, then start again.')
  }
  const { issuer, core, brand, addresses } = values
  const { name, links, supportUrl } = brand
  const texts: Readonly<Record<string, string>> = {
    issuer,
    core,
    keys: values.opaqueServerKeys.join(' '),
    name,
    brand: JSON.stringify({ name, logo: addresses.logo, links, supportUrl }),
  }
  // After our own stylesheet, whose colours it replaces.
  const theme = addresses.theme === '' ? '' : `<link rel="stylesheet" href="${escapeHtml(addresses.theme)}" />\n  `
  return readFileSync(file, 'utf8')
    .replaceAll(/\{\{(\w+)\}\}/g, (_, each: string) => escapeHtml(texts[each] ?? ''))
    .replace('</head>', () => `${theme}</head>`)
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
