import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const LABEL = 'countersign/v1/login-hint'

/**
 * Encrypts a login hint, which names a person, under a key that the processes share and the database does not hold
 * (HKDF-SHA-256, AES-256-GCM). Layout: nonce, ciphertext, tag.
 */
export function sealLoginHint(loginHint: string, secrets: readonly string[]): Buffer {
  const [first = ''] = secrets
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(first), nonce)
  return Buffer.concat([nonce, cipher.update(loginHint, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Opens it with whichever secret it was sealed under. A hint whose secret is gone is lost, which a hint may be. */
export function openLoginHint(sealed: Buffer, secrets: readonly string[]): string | undefined {
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const opened = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return opened.toString('utf8')
    } catch {
      // Sealed under another secret: they overlap while one is being replaced.
    }
  }
  return undefined
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', LABEL, 32))
}
