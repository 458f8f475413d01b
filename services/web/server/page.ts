import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const IMPORT_MAP = /<script type="importmap">([^<]*)<\/script>/

export const DOCUMENT = 'index.html'

/** Reads a built document and the hash of its import map, its only inline element. @throws Error if not built */
export function readPage(folder: string) {
  const file = join(folder, DOCUMENT)
  if (!existsSync(file)) throw new Error('The pages are not built. Run `npm run build`, then start again.')
  const html = readFileSync(file, 'utf8')
  const [, importMap = ''] = IMPORT_MAP.exec(html) ?? []
  return { html, importMapHash: integrityOf(importMap) }
}

/** In the form of `integrity` and of content security policies (W3C Subresource Integrity §3.1). */
export function integrityOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
