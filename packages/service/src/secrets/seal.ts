import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { secureRandom, sha256 } from './secrets.ts'

export const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** By label, then by secret, because a joined name would be hashed each time; bounded by purposes and configured secrets. */
const keysOfSettings = new Map<string, Map<string, KeyObject>>()

export type SealingContext = {
  readonly secret: string | Uint8Array
  /** For a random 256-bit secret of one value: derived in one step, not cached. */
  readonly isOneTime?: boolean
  /** Separates keys for different purposes under one secret. */
  readonly label: string
  /** The owner of the value, authenticated: a sealed value opens nowhere else. */
  readonly owner?: string
}

/**
 * Encrypts under a key derived from the secret (`deriveBytes`; AES-256-GCM). Layout: nonce, ciphertext, tag. A `nonce` of
 * the caller's must follow from the plaintext: two plaintexts under one nonce reveal both.
 */
export function seal(
  plaintext: string | Uint8Array,
  context: SealingContext,
  nonce: Uint8Array = secureRandom(NONCE_BYTES),
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(context), nonce).setAAD(ownerOf(context))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Opens a value sealed in the same context. @throws for anything else */
export function unseal(sealed: Buffer, context: SealingContext): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new RangeError('A sealed value is too short.')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(context), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(ownerOf(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** HMAC-SHA-256 under a derived key. */
export function keyedDigest(text: string | Uint8Array, context: Omit<SealingContext, 'owner'>): Buffer {
  return createHmac('sha256', keyOf(context)).update(text).digest()
}

/**
 * Derives 32 bytes (HKDF-SHA-256). For random 256-bit secrets of one length per purpose one hash is enough (NIST SP 800-56C,
 * option 1: counter, secret, purpose).
 */
export function deriveBytes({ secret, label, isOneTime = false }: Omit<SealingContext, 'owner'>): Buffer {
  if (isOneTime) return sha256(`\0\0\0\x01${textOf(secret)}${label}`)
  return Buffer.from(hkdfSync('sha256', secret, '', label, KEY_BYTES))
}

/** A key object, because `node:crypto` throws and catches two errors for bytes. */
function keyOf(context: SealingContext): KeyObject {
  if (context.isOneTime === true) return createSecretKey(deriveBytes(context))
  const ofLabel = keysOfSettings.get(context.label) ?? new Map<string, KeyObject>()
  const secret = textOf(context.secret)
  const known = ofLabel.get(secret)
  if (known) return known
  const key = createSecretKey(deriveBytes(context))
  keysOfSettings.set(context.label, ofLabel.set(secret, key))
  return key
}

function textOf(secret: string | Uint8Array): string {
  return typeof secret === 'string' ? secret : Buffer.from(secret).toString('base64url')
}

function ownerOf({ owner = '' }: SealingContext): Buffer {
  return Buffer.from(owner)
}
