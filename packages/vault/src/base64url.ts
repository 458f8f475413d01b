import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0))
const CHARACTERS = /^[\w-]*$/
const NO_VALUE = 64
const VALUES = new Uint8Array(128).fill(NO_VALUE)
CODES.forEach((code, value) => {
  VALUES[code] = value
})

/** Encodes as base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Bytes): string {
  const codes = new Uint8Array(Math.ceil((bytes.length * 4) / 3))
  let pending = 0
  let bits = 0
  let length = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 6) {
      bits -= 6
      codes[length++] = CODES[(pending >> bits) & 63] ?? 0
    }
    pending &= (1 << bits) - 1
  }
  if (bits > 0) codes[length] = CODES[(pending << (6 - bits)) & 63] ?? 0
  return new TextDecoder().decode(codes)
}

/** Canonical form only: with two texts for one value, a stored record could change under an unchanged hash. */
export function fromBase64url(text: string): Bytes {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let pending = 0
  let bits = 0
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const value = VALUES[text.charCodeAt(at)] ?? NO_VALUE
    if (value === NO_VALUE) throw notCanonical()
    pending = (pending << 6) | value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[length++] = pending >> bits
      pending &= (1 << bits) - 1
    }
  }
  if (bits === 6 || pending !== 0) throw notCanonical()
  return bytes
}

/** As `fromBase64url`, without decoding: a large vault is validated several times and decoded once. */
export function checkBase64url(text: string): void {
  const unusedBits = (text.length * 6) % 8
  const last = VALUES[text.charCodeAt(text.length - 1)] ?? 0
  if (!CHARACTERS.test(text) || unusedBits === 6 || (last & ((1 << unusedBits) - 1)) !== 0) throw notCanonical()
}

function notCanonical(): VaultError {
  return new VaultError('malformed', 'The vault holds a value that is not written as base64url.')
}
