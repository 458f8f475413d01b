import type { PublicJwk } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { fetchBytes, OutboundFetchError, type OutboundPolicy } from '@countersign/service/network'
import { forVerifying, problemOfPublicKey, withoutOtherMembers } from '@countersign/service/secrets'
import { createLocalJWKSet, type JWTVerifyGetKey } from 'jose'
import { ASSERTION_ALGORITHMS } from '../ground/jwt/assertion-algorithms.ts'

const LIMITS = { maximumBytes: 65_536, timeoutMs: 3_000 }
const MAXIMUM_KEYS = 32

/**
 * A client's keys could not be fetched, so it cannot be authenticated. The reason goes only to the log: it reveals
 * another network to any caller.
 */
export class KeySetUnavailable extends OAuthError {
  readonly reason: string

  constructor(reason: string) {
    const description = 'The keys of this client cannot be had from its jwks_uri at the moment. Try again shortly.'
    super('temporarily_unavailable', description, { headers: { 'retry-after': '30' } })
    this.reason = reason
  }
}

/**
 * Fetches the keys that a client publishes at its `jwks_uri` (RFC 7591 §2). Keys for something else, and those that
 * could not have been registered, are passed over.
 * @throws KeySetUnavailable
 */
export async function fetchKeySet(uri: string, policy: OutboundPolicy): Promise<JWTVerifyGetKey> {
  try {
    const bytes = await fetchBytes(uri, LIMITS, policy)
    return createLocalJWKSet({ keys: readKeys(JSON.parse(bytes.toString('utf8'))) })
  } catch (cause) {
    if (cause instanceof OutboundFetchError) throw new KeySetUnavailable(describe(cause))
    // Not the parser's message: it quotes the content.
    if (cause instanceof SyntaxError) throw new KeySetUnavailable('is not a JWK Set')
    throw cause
  }
}

function readKeys(set: unknown): PublicJwk[] {
  const keys: unknown = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : undefined
  if (!Array.isArray(keys)) throw new SyntaxError('The jwks_uri holds no JWK Set.')
  return keys.slice(0, MAXIMUM_KEYS).filter(isUsable).map(withoutOtherMembers).map(forVerifying)
}

function isUsable(key: unknown): key is PublicJwk {
  if (typeof key !== 'object' || key === null || !('kty' in key) || typeof key.kty !== 'string') return false
  return problemOfPublicKey({ ...key, kty: key.kty }, ASSERTION_ALGORITHMS) === undefined
}

/** The error with the connection's own code, for example `ECONNREFUSED`. */
function describe({ message, cause }: OutboundFetchError): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? `${message} (${code})` : message
}
