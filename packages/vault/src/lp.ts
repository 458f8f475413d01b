import { type Bytes, utf8 } from './bytes.ts'

const LENGTH_BYTES = 4

/** Text as UTF-8, integers as u64be, bytes unchanged. */
export type LpPart = string | number | Bytes

/** Length (u32be) and bytes of each element. The first is a label, which fixes the types of the others. */
export function lp(...parts: readonly LpPart[]): Bytes {
  const encoded = parts.map(encodePart)
  const bytes = new Uint8Array(encoded.reduce((sum, part) => sum + LENGTH_BYTES + part.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of encoded) {
    view.setUint32(at, part.length)
    bytes.set(part, at + LENGTH_BYTES)
    at += LENGTH_BYTES + part.length
  }
  return bytes
}

function encodePart(part: LpPart): Bytes {
  if (typeof part === 'string') return utf8(part)
  return typeof part === 'number' ? encodeInteger(part) : part
}

function encodeInteger(value: number): Bytes {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('lp encodes non-negative safe integers only')
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
