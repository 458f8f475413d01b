import { hash, randomFillSync, timingSafeEqual } from 'node:crypto'

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
  | 'cs_inv_'
  | 'cs_ra_'

const SECRET_BYTES = 32
const POOL_BYTES = 8_192
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/**
 * Random bytes, at most `POOL_BYTES`. Asking the generator for many at once costs a twentieth of asking each time. A byte is
 * given out once, then overwritten.
 */
export function secureRandom(count: number): Buffer {
  if (count > POOL_BYTES) throw new RangeError('Too many random bytes at once.')
  if (used + count > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  const given = Buffer.from(pool.subarray(used, used + count))
  pool.fill(0, used, used + count)
  used += count
  return given
}

const SECRET_TEXT = /^[A-Za-z0-9_-]{43}$/

/** A new 256-bit secret in base64url behind its prefix. */
export function newSecret(prefix: SecretPrefix): string {
  return prefix + secureRandom(SECRET_BYTES).toString('base64url')
}

/** Whether a text has the form of `newSecret`; any other is never looked up. */
export function isSecret(prefix: SecretPrefix, text: string): boolean {
  return text.startsWith(prefix) && SECRET_TEXT.test(text.slice(prefix.length))
}

/** Enough at rest: our secrets have 256 random bits. */
export function sha256(text: string | Uint8Array): Buffer {
  // Node makes a buffer of its own more slowly.
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
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
  random: Uint8Array = secureRandom(RANDOM_BYTES),
): string {
  if (random.length !== RANDOM_BYTES) throw new TypeError('32 bytes.')
  return prefix + Buffer.concat([bytesOfUuid(key), random]).toString('base64url')
}

/** Undefined for any other form, which is never looked up. */
export function findKeyOfSecret(prefix: KeyedPrefix, text: string): string | undefined {
  if (!text.startsWith(prefix) || !TEXT.test(text.slice(prefix.length))) return undefined
  return formatUuid(Buffer.from(text.slice(prefix.length), 'base64url').subarray(0, KEY_BYTES))
}

export function bytesOfUuid(uuid: string): Buffer {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  if (bytes.length !== KEY_BYTES) throw new TypeError('Not a UUID.')
  return bytes
}

export function formatUuid(bytes: Buffer): string {
  const text = bytes.toString('hex')
  const groups = [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)]
  return groups.join('-')
}
