import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const FOLDER = join(import.meta.dirname, '../../docs/guides/apps')

/** The table of libraries, and settings to copy. */
export const PAGE = readFileSync(join(FOLDER, 'libraries.md'), 'utf8')

/** @throws Error if the page has no block of this name */
export function readSettings(name: string): string {
  const [, code] = new RegExp(`^\`\`\`\\w+ ${name} .*\\n([^]*?)^\`\`\``, 'm').exec(PAGE) ?? []
  if (code === undefined) throw new Error(`libraries.md has no block "${name}".`)
  return code
}
