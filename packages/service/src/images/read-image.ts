import { crc32 } from 'node:zlib'

export type Image = { readonly bytes: Buffer; readonly type: 'image/png' | 'image/jpeg' | 'image/webp' }

/**
 * A whole PNG, JPEG or WebP without texts, EXIF and other parts that do not paint: EXIF says where a photo was taken.
 * Undefined for anything else, or if it is cut short.
 */
export function readImage(bytes: Buffer): Image | undefined {
  const readers = { 'image/png': readPng, 'image/jpeg': readJpeg, 'image/webp': readWebp } as const
  for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
    const painted = readers[type](bytes)
    if (painted) return { bytes: Buffer.concat(painted), type }
  }
  return undefined
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** Chunks that paint, animations too (PNG 3rd edition, §11). */
const PNG_CHUNKS = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '))

function readPng(bytes: Buffer): Buffer[] | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  const kept: Buffer[] = [PNG_SIGNATURE]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'IEND') return kept
    at = end
  }
  return undefined
}

const [START, END, SCAN, COMMENT, FIRST_APP, LAST_APP] = [0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xef]
/** The segments of applications that colours depend on, by their number and first bytes. */
const JPEG_COLOURS = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])

function readJpeg(bytes: Buffer): Buffer[] | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== START) return undefined
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1)
    // Fill bytes (B.1.1.2).
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END) return [...kept, bytes.subarray(at, at + 2)]
    if (at + 4 > bytes.length) return undefined
    const header = at + 2 + bytes.readUInt16BE(at + 2)
    const end = marker === SCAN ? endOfScan(bytes, header) : header
    if (end > bytes.length) return undefined
    if (paints(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end))
    at = end
  }
  return undefined
}

function paints(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker < FIRST_APP || marker > LAST_APP) return true
  const name = JPEG_COLOURS.get(marker)
  return name !== undefined && content.toString('latin1', 0, name.length) === name
}

/** Up to the next marker: in coded data 0xff stands before 0 or a restart (ITU-T T.81, B.1.1.5). */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes.readUInt8(at + 1)
    if (bytes[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length + 1
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Of VP8X: there is EXIF, there is XMP. */
const WEBP_METADATA_FLAGS = 0x0c

function readWebp(bytes: Buffer): Buffer[] | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const size = 8 + bytes.readUInt32LE(4)
  if (size > bytes.length) return undefined
  const chunks: Buffer[] = []
  for (let at = 12; at < size; ) {
    if (at + 8 > size) return undefined
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > size) return undefined
    const type = bytes.toString('latin1', at, at + 4)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && length > 0) chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_METADATA_FLAGS, 8)
    if (WEBP_CHUNKS.has(type)) chunks.push(chunk)
    at = end
  }
  if (chunks.length === 0) return undefined
  const header = Buffer.from(bytes.subarray(0, 12))
  header.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return [header, ...chunks]
}
