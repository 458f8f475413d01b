import { createHash, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ClaimsKey, findPublicMembers } from '../claims-key.ts'

/**
 * Reads the public half of a JWK: what the key needs, and no other member. Nothing if it is not a sound key on P-256 or
 * X25519, written as every library would write it.
 */
export function readClaimsKey(jwk: Readonly<Record<string, unknown>>): ClaimsKey | undefined {
  const key = findPublicMembers(jwk)
  return key && isSound(key) ? key : undefined
}

/** The SHA-256 thumbprint of a key (RFC 7638 §3): its name in a JWE, whatever `kid` its owner gives it. */
export function claimsKeyThumbprint(key: ClaimsKey): string {
  // The members in the order of the alphabet, as the RFC has it.
  const members = JSON.stringify(key, ['crv', 'kty', 'x', 'y'])
  return createHash('sha256').update(members).digest('base64url')
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
