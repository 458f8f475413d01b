import { createPublicKey, type KeyObject } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const
const PUBLIC_MEMBERS = ['x', 'y', 'n', 'e'] as const
const MEMBERS_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
  RSA: ['n', 'e'],
}
const MINIMUM_RSA_BITS = 2048
// Larger keys only cost us verification time.
const MAXIMUM_RSA_BITS = 8192
// Verification cost grows with the exponent's bits. Nearly every key has 17.
const MAXIMUM_RSA_EXPONENT_BITS = 64n

export function isJwk(value: unknown): value is PublicJwk {
  return typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
}

export function holdsPrivateMember(jwk: PublicJwk): boolean {
  return PRIVATE_MEMBERS.some((member) => member in jwk)
}

/** Its type decides, never the JWT (RFC 8725 §3.1). */
export function algorithmsOf({ kty, crv }: PublicJwk): readonly string[] {
  if (kty === 'EC' && crv === 'P-256') return ['ES256']
  if (kty === 'OKP' && crv === 'Ed25519') return ['EdDSA', 'Ed25519']
  return kty === 'RSA' ? ['PS256', 'RS256'] : []
}

/** Allowed: valid P-256, Ed25519 and RSA from 2048 bits, public half only, for an allowed algorithm. */
export function problemOfPublicKey(
  jwk: PublicJwk,
  allowed: readonly string[] = SIGNING_ALGORITHMS,
): string | undefined {
  if (holdsPrivateMember(jwk)) return 'holds a private member; only the public half may leave its owner'
  const algorithms = algorithmsOf(jwk).filter((algorithm) => allowed.includes(algorithm))
  if (algorithms.length === 0) return 'must be an EC key on P-256, an OKP key on Ed25519, or an RSA key'
  const { use = 'sig', alg = algorithms[0], kid = '' } = jwk
  if (use !== 'sig') return 'is not for signatures (use)'
  if (typeof kid !== 'string') return 'has a kid that is not a text'
  if (typeof alg !== 'string' || !algorithms.includes(alg)) return `must be for ${algorithms.join(' or ')} (alg)`
  const key = readKey(jwk)
  if (!key) return 'is malformed'
  return problemOfSize(key)
}

function problemOfSize({ asymmetricKeyDetails: details }: KeyObject): string | undefined {
  const { modulusLength: bits = MINIMUM_RSA_BITS, publicExponent: exponent = 0n } = details ?? {}
  if (bits < MINIMUM_RSA_BITS || bits > MAXIMUM_RSA_BITS) {
    return `must have ${MINIMUM_RSA_BITS} to ${MAXIMUM_RSA_BITS} bits`
  }
  if (exponent >> MAXIMUM_RSA_EXPONENT_BITS === 0n) return undefined
  return `must have an exponent (e) of at most ${MAXIMUM_RSA_EXPONENT_BITS} bits`
}

/** Drops other members, such as text that no database accepts or `key_ops` that a library rejects. */
export function withoutOtherMembers(jwk: PublicJwk): PublicJwk {
  const { kty, kid } = jwk
  const members = ['alg', 'use', ...(MEMBERS_OF_TYPE[kty] ?? [])].filter((member) => jwk[member] !== undefined)
  const selected = Object.fromEntries(members.map((member) => [member, jwk[member]]))
  return { ...selected, kty, ...(kid !== undefined && { kid }) }
}

/** For a library that compares `alg` literally: `EdDSA` and `Ed25519` are equivalent here (RFC 9864 §2.2). */
export function forVerifying(jwk: PublicJwk): PublicJwk {
  const { alg: _, ...key } = jwk
  return jwk['crv'] === 'Ed25519' ? key : jwk
}

/** Reads a key in canonical form only: Node alone forgives padding and leading zeros. */
function readKey(jwk: PublicJwk): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const written = key.export({ format: 'jwk' })
    return PUBLIC_MEMBERS.every((member) => written[member] === jwk[member]) ? key : undefined
  } catch {
    return undefined
  }
}

/**
 * For DPoP proofs and client assertions (FAPI 2.0 §5.4). Asymmetric, so a verifier cannot forge; no RS256 (PKCS #1 v1.5).
 * `Ed25519` is the newer name of `EdDSA` (RFC 9864).
 */
export const SIGNING_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const
