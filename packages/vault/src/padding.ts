import { tampered } from './aead.ts'
import type { Bytes } from './bytes.ts'

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
