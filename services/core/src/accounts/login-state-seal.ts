import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals the state of a half-done sign-in under a key that the database does not hold: with the open state, whoever
 * reads the database within the minute could finish the sign-in without the password.
 */
export type LoginStateSeal = {
  readonly seal: (loginState: string) => Buffer
  /** Throws if the bytes are not what `seal` gave. */
  readonly open: (sealed: Buffer) => string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createLoginStateSeal(opaqueServerSetup: string): LoginStateSeal {
  const key = Buffer.from(hkdfSync('sha256', opaqueServerSetup, '', 'countersign/v1/login-state', 32))
  return {
    seal(loginState) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce)
      const ciphertext = Buffer.concat([cipher.update(loginState, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()])
    },
    open(sealed) {
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const ciphertext = sealed.subarray(NONCE_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    },
  }
}
