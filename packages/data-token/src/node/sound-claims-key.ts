import { createHash, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ClaimsKey, findPublicMembers } from '../claims-key.ts'

/** The public members. Undefined unless it is a sound key on P-256 or X25519 in its canonical form. */
export function readClaimsKey(jwk: Readonly<Record<string, unknown>>): ClaimsKey | undefined {
  const key = findPublicMembers(jwk)
  return key && isSound(key) ? key : undefined
}

/** The SHA-256 thumbprint (RFC 7638 §3): the key's `kid` in a JWE, instead of its owner's `kid`. */
export function claimsKeyThumbprint(key: ClaimsKey): string {
  // In alphabetical order, as the RFC requires.
  const members = JSON.stringify(key, ['crv', 'kty', 'x', 'y'])
  return createHash('sha256').update(members).digest('base64url')
}

/** Refuses points off the curve, and X25519 points that yield the same secret for everyone (RFC 7748 §6.1). */
function isSound(jwk: ClaimsKey): boolean {
  try {
    const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    diffieHellman({ privateKey: newPair(jwk).privateKey, publicKey })
    // Node accepts padding and leading zeros, but the thumbprint is over the text.
    return isDeepStrictEqual(publicKey.export({ format: 'jwk' }), jwk)
  } catch {
    return false
  }
}

function newPair({ kty }: ClaimsKey) {
  return kty === 'EC' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('x25519')
}
