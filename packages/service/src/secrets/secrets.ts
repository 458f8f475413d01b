import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Let a secret scanner recognise a leak, and keep one kind from passing as another. */
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

/** Enough at rest: our secrets have 256 random bits. */
export function sha256(text: string | Uint8Array): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Compares in constant time, even if lengths differ. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

/** Their text names the partition of their rows: a flow, a user or a client's own calls. */
export type KeyedPrefix =
  | Extract<SecretPrefix, 'cs_ac_' | 'cs_at_' | 'cs_ct_' | 'cs_rt_' | 'cs_dc_' | 'cs_st_'>
  | 'urn:ietf:params:oauth:request_uri:'

const KEY_BYTES = 16
const RANDOM_BYTES = 32
const TEXT = /^[A-Za-z0-9_-]{64}$/

/** Prefix, 16 bytes of key and 256 random bits in base64url. A cluster routes by the key, a UUID, which is public. */
export function newKeyedSecret(
  prefix: KeyedPrefix,
  key: string,
  random: Uint8Array = randomBytes(RANDOM_BYTES),
): string {
  const keyBytes = Buffer.from(key.replaceAll('-', ''), 'hex')
  if (keyBytes.length !== KEY_BYTES || random.length !== RANDOM_BYTES) throw new TypeError('A UUID, and 32 bytes.')
  return prefix + Buffer.concat([keyBytes, random]).toString('base64url')
}

/** Undefined for any other form, which is never looked up. */
export function findKeyOfSecret(prefix: KeyedPrefix, text: string): string | undefined {
  if (!text.startsWith(prefix) || !TEXT.test(text.slice(prefix.length))) return undefined
  return formatUuid(Buffer.from(text.slice(prefix.length), 'base64url').subarray(0, KEY_BYTES))
}

const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

export function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(PARTS, '$1-$2-$3-$4-$5')
}
