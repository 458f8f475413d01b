import { createHash, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

/** The public key that claims are sealed for: for ECDH-ES, on a curve that browsers and servers have in common. */
export type ClaimsKey =
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  | { readonly kty: 'OKP'; readonly crv: 'X25519'; readonly x: string }

/** A new key pair for sealed claims, on P-256. The private half, a JWK as JSON, is the app's alone. */
export function generateClaimsKeyPair(): { readonly publicJwk: ClaimsKey; readonly privateJwk: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d } = privateKey.export({ format: 'jwk' })
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y } as const
  return { publicJwk, privateJwk: JSON.stringify({ ...publicJwk, d }) }
}

/**
 * Reads the public half of a JWK: what the key needs, and no other member. Nothing if it is not a sound key on P-256 or
 * X25519, written as every library would write it.
 */
export function readClaimsKey(jwk: Readonly<Record<string, unknown>>): ClaimsKey | undefined {
  const key = publicMembers(jwk)
  return key && isSound(key) ? key : undefined
}

/** The SHA-256 thumbprint of a key (RFC 7638 §3): its name in a JWE, whatever `kid` its owner gives it. */
export function claimsKeyThumbprint(key: ClaimsKey): string {
  // The members in the order of the alphabet, as the RFC has it.
  const members = JSON.stringify(key, ['crv', 'kty', 'x', 'y'])
  return createHash('sha256').update(members).digest('base64url')
}

function publicMembers({ kty, crv, x, y }: Readonly<Record<string, unknown>>): ClaimsKey | undefined {
  if (typeof x !== 'string') return undefined
  if (kty === 'OKP' && crv === 'X25519') return { kty, crv, x }
  return kty === 'EC' && crv === 'P-256' && typeof y === 'string' ? { kty, crv, x, y } : undefined
}

/** Whether a private key is the other half of a public one: both then agree with a third on the same secret. */
export function isPrivateHalf(privateKey: KeyObject, jwk: ClaimsKey): boolean {
  const other = newPair(jwk)
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  const ours = diffieHellman({ privateKey, publicKey: other.publicKey })
  return ours.equals(diffieHellman({ privateKey: other.privateKey, publicKey }))
}

/**
 * Agrees on a secret with the key once, now and not at the first sign-in. That refuses a point that is not on its curve,
 * and the few points of X25519 with which everybody agrees on the same secret (RFC 7748 §6.1).
 */
function isSound(jwk: ClaimsKey): boolean {
  try {
    const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    diffieHellman({ privateKey: newPair(jwk).privateKey, publicKey })
    // Node alone forgives padding and leading zeros, and the thumbprint is taken over the text.
    return isDeepStrictEqual(publicKey.export({ format: 'jwk' }), jwk)
  } catch {
    return false
  }
}

function newPair({ kty }: ClaimsKey) {
  return kty === 'EC' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('x25519')
}
