import { createPublicKey, type KeyObject } from 'node:crypto'
import type { PublicJwk } from './client.ts'

// Members that only a private or a symmetric key has (RFC 7518 §6).
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const
const MINIMUM_RSA_BITS = 2_048
const SIGNING_KEYS = ['P-256', 'Ed25519', 'RSA']
const ENCRYPTION_KEYS = ['P-256', 'X25519']

/** Says what is wrong with a key that a client's assertions are to be verified with, or nothing. */
export function problemOfSigningKey(jwk: PublicJwk): string | undefined {
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return 'is not for signatures (use must be sig)'
  return problemOfKey(jwk, SIGNING_KEYS)
}

/** Says what is wrong with a key that claims are to be sealed for, or nothing. */
export function problemOfEncryptionKey(jwk: PublicJwk): string | undefined {
  if (jwk['use'] !== undefined && jwk['use'] !== 'enc') return 'is not for encryption (use must be enc)'
  return problemOfKey(jwk, ENCRYPTION_KEYS)
}

function problemOfKey(jwk: PublicJwk, allowed: readonly string[]): string | undefined {
  if (PRIVATE_MEMBERS.some((member) => member in jwk)) return 'holds private parts; register the public key only'
  const key = readKey(jwk)
  const kind = key && kindOf(jwk)
  if (!kind || !allowed.includes(kind)) return `must be a public JWK of one of these kinds: ${allowed.join(', ')}`
  const bits = key.asymmetricKeyDetails?.modulusLength ?? MINIMUM_RSA_BITS
  return bits < MINIMUM_RSA_BITS ? `must have at least ${MINIMUM_RSA_BITS} bits` : undefined
}

function kindOf({ kty, crv }: PublicJwk): string | undefined {
  if (kty === 'RSA') return 'RSA'
  return typeof crv === 'string' ? crv : undefined
}

/** Node reads the key, so that one that is not on its curve or not whole is refused now and not at the first sign-in. */
function readKey(jwk: PublicJwk): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' })
  } catch {
    return undefined
  }
}
