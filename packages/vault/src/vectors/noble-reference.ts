import { gcm } from '@noble/ciphers/aes.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

// A second implementation, from the description and on other primitives: a mistake must be made twice to pass.

type Part = string | number | Uint8Array

/** Length (u32be) and bytes of each element; integers as u64be. */
export function encodeList(...parts: Part[]): Buffer {
  const encoded = parts.map((part) => {
    const bytes = toBuffer(part)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, bytes])
  })
  return Buffer.concat(encoded)
}

function toBuffer(part: Part): Buffer {
  if (typeof part !== 'number') return Buffer.from(part)
  const integer = Buffer.alloc(8)
  integer.writeBigUInt64BE(BigInt(part))
  return integer
}

export function derive(
  input: Uint8Array,
  { salt = '', info, length = 32 }: { salt?: string; info: Buffer; length?: number },
) {
  return Buffer.from(hkdf(sha256, input, unb64(salt), info, length)).toString('hex')
}

export function decrypt(keyHex: string, sealed: { n: string; ct: string }, aad: Buffer): string {
  return Buffer.from(gcm(unhex(keyHex), unb64(sealed.n), aad).decrypt(unb64(sealed.ct))).toString('hex')
}

export function encrypt(keyHex: string, nonce: string, { aad, plaintext }: { aad: Buffer; plaintext: string }): string {
  return Buffer.from(gcm(unhex(keyHex), unb64(nonce), aad).encrypt(unhex(plaintext))).toString('base64url')
}

export function hashList(...parts: Part[]): string {
  return Buffer.from(sha256(encodeList(...parts))).toString('base64url')
}

export function hashText(text: string): string {
  return Buffer.from(sha256(Buffer.from(text))).toString('hex')
}

/** JSON, 0x80 and zeros up to the next size, hex. */
export function padJson(value: object): string {
  const text = Buffer.from(JSON.stringify(value))
  let size = 256
  while (size < text.length + 1) size = size < 4096 ? size * 2 : size + 4096
  const padded = Buffer.alloc(size)
  text.copy(padded)
  padded[text.length] = 0x80
  return padded.toString('hex')
}

export function unhex(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}

export function unb64(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
