import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the server tells the page. */
export interface PageValues {
  readonly issuer: string
  readonly core: string
}

/**
 * Reads the built page and writes the installation's values into it, once.
 * @throws Error when the page was not built
 */
export function readPage(folder: string, { issuer, core }: PageValues): string {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) {
    throw new Error('The consent client is not built. Run `npm run build`, then start again.')
  }
  return readFileSync(file, 'utf8')
    .replace('{{issuer}}', () => escapeAttribute(issuer))
    .replace('{{core}}', () => escapeAttribute(core))
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
