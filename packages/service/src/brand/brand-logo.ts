import { readFileSync } from 'node:fs'
import { SettingRefused } from '../settings/settings.ts'

export type BrandLogo = {
  readonly content: Buffer
  readonly type: 'image/svg+xml' | 'image/png' | 'image/webp'
}

const MAX_LOGO_BYTES = 262_144

/**
 * Reads a logo; its bytes decide the type, not the file name.
 * @throws SettingRefused
 */
export function readBrandLogo(path: string): BrandLogo {
  let content: Buffer
  try {
    content = readFileSync(path)
  } catch {
    throw new SettingRefused('names a file that cannot be read.')
  }
  if (content.length > MAX_LOGO_BYTES) throw new SettingRefused('must be a file of at most 256 KiB.')
  const type = findType(content)
  if (type === undefined) throw new SettingRefused('must be an SVG, PNG or WebP file.')
  return { content, type }
}

function findType(content: Buffer): BrandLogo['type'] | undefined {
  if (content.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png'
  if (content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s/>]/.test(content.toString('utf8', 0, 4096))
    ? 'image/svg+xml'
    : undefined
}
