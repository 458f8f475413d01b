import { fetchBytes, OAuthError, OutboundFetchError, type OutboundPolicy } from '@countersign/service'
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { problemOfPublicKey, withoutOtherMembers } from '../jwt/public-key.ts'
import { ASSERTION_ALGORITHMS } from '../jwt/signing-algorithms.ts'
import type { PublicJwk } from './client.ts'

const LIMITS = { maximumBytes: 65_536, timeoutMs: 3_000 }
const MAXIMUM_KEYS = 32

/**
 * Fetches the keys that a client publishes at its `jwks_uri` (RFC 7591 §2). Keys for something else, and those that could not
 * have been registered, are passed over. Throws `invalid_client`: without its keys, a client cannot be recognised.
 */
export async function fetchKeySet(uri: string, policy: OutboundPolicy): Promise<JWTVerifyGetKey> {
  try {
    const bytes = await fetchBytes(uri, LIMITS, policy)
    return createLocalJWKSet({ keys: readKeys(JSON.parse(bytes.toString('utf8'))) })
  } catch (cause) {
    if (cause instanceof OutboundFetchError) throw refuse(cause.message, cause)
    if (cause instanceof SyntaxError) throw refuse('holds no JSON', cause)
    throw cause
  }
}

function readKeys(set: unknown): PublicJwk[] {
  const keys: unknown = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : undefined
  if (!Array.isArray(keys)) throw refuse('holds no JWK Set')
  return keys.slice(0, MAXIMUM_KEYS).filter(isUsable).map(withoutOtherMembers)
}

function isUsable(key: unknown): key is PublicJwk {
  if (typeof key !== 'object' || key === null || !('kty' in key) || typeof key.kty !== 'string') return false
  return problemOfPublicKey({ ...key, kty: key.kty }, ASSERTION_ALGORITHMS) === undefined
}

function refuse(problem: string, cause?: Error): OAuthError {
  return new OAuthError('invalid_client', `The jwks_uri of this client ${problem}.`, { cause })
}
