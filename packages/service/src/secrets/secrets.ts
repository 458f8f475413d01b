import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The prefixes that let a secret scanner recognise a leaked value, and keep one kind from passing as another. */
export type SecretPrefix =
  | 'cs_ac_'
  | 'cs_at_'
  | 'cs_ct_'
  | 'cs_rt_'
  | 'cs_dc_'
  | 'cs_cs_'
  | 'cs_st_'
  | 'cs_ia_'
  | 'cs_ra_'

const SECRET_BYTES = 32
const SECRET_TEXT = /^[A-Za-z0-9_-]{43}$/

/** A new 256-bit secret in base64url behind its prefix. */
export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url')
}

/** Whether a text has the form of `newSecret`; any other is never looked up. */
export function isSecret(prefix: SecretPrefix, text: string): boolean {
  return text.startsWith(prefix) && SECRET_TEXT.test(text.slice(prefix.length))
}

/** SHA-256 is enough at rest for secrets that we generated: 256 random bits leave nothing to guess. */
export function sha256(text: string | Uint8Array): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Compares in constant time, even if lengths differ. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}
