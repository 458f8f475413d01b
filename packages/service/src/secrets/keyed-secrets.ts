import { randomBytes } from 'node:crypto'
import type { SecretPrefix } from './secrets.ts'
import { formatUuid } from './uuid.ts'

/** Credentials of a flow, of a person or of an app's own calls: of these alone it is told from the text to whose rows they lead. */
export type KeyedPrefix =
  | Extract<SecretPrefix, 'cs_ac_' | 'cs_at_' | 'cs_ct_' | 'cs_rt_' | 'cs_dc_' | 'cs_st_'>
  | 'urn:ietf:params:oauth:request_uri:'

const KEY_BYTES = 16
const RANDOM_BYTES = 32
const TEXT = /^[A-Za-z0-9_-]{64}$/

/**
 * A credential that names the partition where its row is: its prefix, and 16 bytes of the key with 256 random bits in
 * base64url. The key is a UUID and no secret; where the rows are spread over many machines, it says which one to ask.
 * `random` stands in for the random bits where they are derived from a secret.
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

/** The key of a credential of this kind; nothing for a text of any other form, so that nothing else is ever looked up. */
export function findKeyOfSecret(prefix: KeyedPrefix, text: string): string | undefined {
  if (!text.startsWith(prefix) || !TEXT.test(text.slice(prefix.length))) return undefined
  return formatUuid(Buffer.from(text.slice(prefix.length), 'base64url').subarray(0, KEY_BYTES))
}
