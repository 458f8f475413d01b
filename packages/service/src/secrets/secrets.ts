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

/** Credentials whose text reveals the partition of their rows: of a flow, a user or a client's own calls. */
export type KeyedPrefix =
  | Extract<SecretPrefix, 'cs_ac_' | 'cs_at_' | 'cs_ct_' | 'cs_rt_' | 'cs_dc_' | 'cs_st_'>
  | 'urn:ietf:params:oauth:request_uri:'

const KEY_BYTES = 16
const RANDOM_BYTES = 32
const TEXT = /^[A-Za-z0-9_-]{64}$/

/**
 * A credential that names its row's partition: prefix, then 16 bytes of key and 256 random bits in base64url. The key is a
 * UUID, not secret; a distributed database routes by it. `random` replaces random bits where they are derived.
 */
export function newKeyedSecret(
  prefix: KeyedPrefix,
  key: string,
  random: Uint8Array = randomBytes(RANDOM_BYTES),
): string {
  const keyBytes = Buffer.from(key.replaceAll('-', ''), 'hex')
  if (keyBytes.length !== KEY_BYTES || random.length !== RANDOM_BYTES) throw new TypeError('A UUID, and 32 bytes.')
  return prefix + Buffer.concat([keyBytes, random]).toString('base64url')
}

/** The key in a credential of this kind; undefined for any other form, which is never looked up. */
export function findKeyOfSecret(prefix: KeyedPrefix, text: string): string | undefined {
  if (!text.startsWith(prefix) || !TEXT.test(text.slice(prefix.length))) return undefined
  return formatUuid(Buffer.from(text.slice(prefix.length), 'base64url').subarray(0, KEY_BYTES))
}

const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** Sixteen bytes as the text of a UUID (RFC 9562 §4). */
export function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(PARTS, '$1-$2-$3-$4-$5')
}
