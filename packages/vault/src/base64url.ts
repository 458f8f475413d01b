import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map(Array.from(ALPHABET, (character, value) => [character, value]))

/** Encodes as base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Bytes): string {
  const characters: string[] = []
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 6) {
      bits -= 6
      characters.push(ALPHABET.charAt((pending >> bits) & 63))
    }
    pending &= (1 << bits) - 1
  }
  if (bits > 0) characters.push(ALPHABET.charAt((pending << (6 - bits)) & 63))
  return characters.join('')
}

/**
 * Decodes base64url, canonical form only: no padding, no other alphabet, unused bits zero. One value then has one
 * text, and nothing can change a stored record without changing its hash.
 * @throws VaultError `malformed`
 */
export function fromBase64url(text: string): Bytes {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let pending = 0
  let bits = 0
  let length = 0
  for (const character of text) {
    const value = VALUES.get(character)
    if (value === undefined) throw notCanonical()
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

function notCanonical(): VaultError {
  return new VaultError('malformed', 'The vault holds a value that is not written as base64url.')
}
