import { readFileSync } from 'node:fs'

const MANIFEST: unknown = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))

export const VERSION =
  typeof MANIFEST === 'object' && MANIFEST !== null && 'version' in MANIFEST ? String(MANIFEST.version) : 'unknown'

export function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0
}
