import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const LABEL = 'countersign/v1/sealed-data-token'

/**
 * Encrypts a data token under a key that only the code yields (HKDF-SHA-256, AES-256-GCM). The database holds the code's
 * hash, never the code, so a dump of it reveals no claim. Layout: nonce, ciphertext, tag.
 */
export function sealDataToken(dataToken: string, code: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(code), nonce)
  return Buffer.concat([nonce, cipher.update(dataToken, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Opens what `sealDataToken` made with the same code; throws for anything else. */
export function openDataToken(sealed: Buffer, code: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(code), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

function keyOf(code: string): Buffer {
  return Buffer.from(hkdfSync('sha256', code, '', LABEL, 32))
}
