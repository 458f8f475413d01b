import { tampered } from './aead.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { SCHEMA_VERSION } from './labels.ts'
import { type Fields, malformed, readObject, unsupported } from './parse.ts'

const SMALL_SIZES = [256, 512, 1024, 2048]
const LARGE_STEP = 4096
const END_OF_TEXT = 0x80

export function isPaddedLength(length: number): boolean {
  return paddedLength(length - 1) === length
}

/** Appends 0x80 and zeros up to 256, 512, 1024, 2048 or a multiple of 4096 bytes, to hide the exact length. */
export function pad(bytes: Bytes): Bytes {
  const padded = new Uint8Array(paddedLength(bytes.length))
  padded.set(bytes)
  padded[bytes.length] = END_OF_TEXT
  return padded
}

/** @throws VaultError `tampered` */
export function unpad(padded: Bytes): Bytes {
  let end = padded.length - 1
  while (padded[end] === 0) end -= 1
  if (padded[end] !== END_OF_TEXT || paddedLength(end) !== padded.length) {
    throw tampered()
  }
  return padded.slice(0, end)
}

function paddedLength(length: number): number {
  const needed = length + 1
  return SMALL_SIZES.find((size) => needed <= size) ?? Math.ceil(needed / LARGE_STEP) * LARGE_STEP
}

export function encodePaddedJson(value: object): Bytes {
  return pad(utf8(JSON.stringify(value)))
}

/** Authentic but checked: another version may have written it. @throws VaultError */
export function decodePaddedContent(padded: Bytes, what: string): Fields {
  const { sv, ...content } = decodePaddedObject(padded, what)
  if (sv !== SCHEMA_VERSION) throw unsupported(what)
  return content
}

/** For fields that depend on `sv`, which the caller checks. @throws VaultError `tampered`, `malformed` */
export function decodePaddedObject(padded: Bytes, what: string): Fields {
  return readObject(parseJson(unpad(padded), what), what)
}

function parseJson(bytes: Bytes, what: string): unknown {
  const text = decodeUtf8(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(what)
  }
}

function decodeUtf8(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw tampered()
  }
}
