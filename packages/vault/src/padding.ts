import { tampered } from './aead.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { SCHEMA_VERSION } from './labels.ts'
import { type Fields, malformed, readExactFields, readObject, unsupported } from './parse.ts'

const SMALL_SIZES = [256, 512, 1024, 2048]
const LARGE_STEP = 4096
const END_OF_TEXT = 0x80

/** Tells whether `pad` can produce this length. */
export function isPaddedLength(length: number): boolean {
  return paddedLength(length - 1) === length
}

/** Appends 0x80 and zeros up to 256, 512, 1024, 2048, 4096 and then multiples of 4096 bytes, so that the size of a
 * ciphertext tells a bucket and not a length. */
export function pad(bytes: Bytes): Bytes {
  const padded = new Uint8Array(paddedLength(bytes.length))
  padded.set(bytes)
  padded[bytes.length] = END_OF_TEXT
  return padded
}

/**
 * Removes what `pad` appended.
 * @throws VaultError `tampered`: only called on decrypted bytes, where a wrong padding is one more way of being wrong
 */
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

/** Encodes a plaintext: JSON in UTF-8, padded to a size bucket. */
export function encodePaddedJson(value: object): Bytes {
  return pad(utf8(JSON.stringify(value)))
}

/**
 * Decodes a decrypted plaintext with exactly these fields. It is authentic, so it came from one of the owner's
 * devices; it is checked all the same, because that device may have run another version.
 * @throws VaultError `tampered`, `unsupported` (another `sv`), `malformed`
 */
export function decodePaddedJson<Name extends string>(padded: Bytes, names: readonly Name[], what: string) {
  const fields = decodePaddedObject(padded, what)
  if (fields['sv'] !== SCHEMA_VERSION) throw unsupported(what)
  return readExactFields(fields, names, what)
}

/**
 * Decodes a decrypted plaintext whose fields depend on its version: the caller checks `sv` and then the rest.
 * @throws VaultError `tampered`, `malformed`
 */
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
