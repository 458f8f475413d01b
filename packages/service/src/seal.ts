import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** By label and secret: as many as there are purposes and secrets in force. */
const keysOfSettings = new Map<string, Buffer>()

/** What a value is sealed under, and what it belongs to. */
export type SealingContext = {
  readonly secret: string | Uint8Array
  /** Of a secret of 256 random bits that serves one value: its key is derived in one step, and not kept. */
  readonly isOneTime?: boolean
  /** Keeps keys for different purposes apart, although one secret yields them. */
  readonly label: string
  /** What the value belongs to: authenticated, so that a sealed value opens in no other place. */
  readonly owner?: string
}

/** Encrypts under a key that the secret yields (`deriveKey`; AES-256-GCM). Layout: nonce, ciphertext, tag. */
export function seal(plaintext: string | Uint8Array, context: SealingContext): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(context), nonce).setAAD(ownerOf(context))
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/** Opens what `seal` made in the same context; throws for anything else. */
export function unseal(sealed: Buffer, context: SealingContext): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(context), sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(ownerOf(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/**
 * HMAC-SHA-256 under a key that the secret yields: whoever has the secret gets the same 32 bytes for the same text, and
 * nobody else can tell them.
 */
export function keyedDigest(text: string, context: Omit<SealingContext, 'owner'>): Buffer {
  return createHmac('sha256', deriveKey(context)).update(text).digest()
}

/**
 * The key that a secret yields for a purpose (HKDF-SHA-256). Those of settings are derived once. A secret of 256 random bits
 * is a key already, so HKDF's first step, which makes one, is left out (RFC 5869 §3.3).
 */
export function deriveKey({ secret, label, isOneTime = false }: Omit<SealingContext, 'owner'>): Buffer {
  if (isOneTime) return createHmac('sha256', secret).update(`${label}\x01`).digest()
  const name = `${label}\0${secret.toString()}`
  const kept = keysOfSettings.get(name)
  if (kept) return kept
  const key = Buffer.from(hkdfSync('sha256', secret, '', label, KEY_BYTES))
  keysOfSettings.set(name, key)
  return key
}

function ownerOf({ owner = '' }: SealingContext): Buffer {
  return Buffer.from(owner)
}
