import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const IMPORT_MAP = /<script type="importmap">([^<]*)<\/script>/

/** What the build makes of HTML: the page, and the operator's console. */
export const DOCUMENTS = ['index.html', 'console/index.html'] as const

/**
 * A built document, which is the same wherever this release is served, and the hash by which a policy lets its import map
 * through: nothing else in it is inline.
 * @throws Error when the page was not built
 */
export function readPage(folder: string, document: (typeof DOCUMENTS)[number]) {
  const file = join(folder, document)
  if (!existsSync(file)) {
    throw new Error('The consent client is not built. Run `npm run build`, then start again.')
  }
  const html = readFileSync(file, 'utf8')
  const [, importMap = ''] = IMPORT_MAP.exec(html) ?? []
  return { html, importMapHash: integrityOf(importMap) }
}

/** As `integrity` and content security policies write it (W3C Subresource Integrity §3.1). */
export function integrityOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
