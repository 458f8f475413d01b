import { constants, createPublicKey, hash, type KeyObject, verify } from 'node:crypto'
import type { PublicJwk } from '@countersign/contracts'
import { calculateJwkThumbprint } from 'jose'
import { algorithmsOf, problemOfPublicKey, withoutOtherMembers } from './public-key.ts'

/** A validated proof key. */
export type ProofKey = {
  readonly key: KeyObject
  readonly algorithms: readonly string[]
  /** Its thumbprint (RFC 7638). */
  readonly jkt: string
}

/** Devices use one key for weeks. Beyond this many, the oldest is read again. */
const MAXIMUM_REMEMBERED = 5_000

const remembered = new Map<string, ProofKey>()

/** Reads a key, or returns its problem. Cached, because checking a key costs as much as a signature. */
export async function readProofKey(jwk: PublicJwk): Promise<ProofKey | string> {
  // Hash the whole JWK: each member may affect validity.
  const digest = hash('sha256', JSON.stringify(jwk), 'base64url')
  const known = remembered.get(digest)
  if (known) return known
  const problem = problemOfPublicKey(jwk)
  if (problem !== undefined) return problem
  const plain = withoutOtherMembers(jwk)
  const key = createPublicKey({ key: plain, format: 'jwk' })
  const read = { key, algorithms: algorithmsOf(jwk), jkt: await calculateJwkThumbprint(plain) }
  const [oldest] = remembered.size >= MAXIMUM_REMEMBERED ? remembered.keys() : []
  if (oldest !== undefined) remembered.delete(oldest)
  remembered.set(digest, read)
  return read
}

/** Whether a key has signed this, by an algorithm that it is for; without the queue that WebCrypto keeps. */
export function isSignedBy(
  { key }: ProofKey,
  alg: string,
  { input, signature }: { input: Buffer; signature: Buffer },
): boolean {
  switch (alg) {
    case 'ES256':
      return verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, signature)
    case 'PS256': {
      const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      return verify('sha256', input, { key, ...padding }, signature)
    }
    case 'EdDSA':
    case 'Ed25519':
      return verify(null, input, key, signature)
    default:
      return false
  }
}
