import { createHash } from 'node:crypto'

/** In the form of the `integrity` attribute (W3C Subresource Integrity §3.1), by code that the server has no part in. */
export function integrityOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
