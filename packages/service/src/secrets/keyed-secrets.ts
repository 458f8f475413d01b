import { randomBytes } from 'node:crypto'
import type { SecretPrefix } from './secrets.ts'
import { formatUuid } from './uuid.ts'

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
