import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { DataTokenKeyError } from './errors.ts'

/** A compact JWS with a valid signature. */
export type VerifiedJws = {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
}

/** Why a token was rejected. */
export type JwsRefusal = 'malformed' | 'bad_signature'

/** A verifier's keys. The algorithms come from the keys, never from the token (RFC 8725 §3.1). */
export type DataTokenKeySource = {
  readonly algorithms: readonly string[]
  readonly getKey: JWTVerifyGetKey
  /** Replaces the library for local keys, because each approval verifies a token. */
  readonly verifyJws?: (token: string) => Promise<VerifiedJws | JwsRefusal>
}

const ASYMMETRIC = ['ES256', 'EdDSA'] as const
const MINIMUM_SECRET_LENGTH = 32
/** A JWK or PEM: a published key as a secret would let anyone forge (CVE-2015-9235, CVE-2017-11424). */
const KEY_TEXT = /^\s*(?:\{|-----BEGIN)/

/** Keys published by another server, fetched on first use and again for an unknown `kid`. */
export function remoteDataTokenKeys(
  jwksUri: string | URL,
  { fetch: ask = fetch }: { readonly fetch?: typeof fetch | undefined } = {},
): DataTokenKeySource {
  return { algorithms: ASYMMETRIC, getKey: createRemoteJWKSet(new URL(jwksUri), { [customFetch]: ask }) }
}

/** A shared secret (HS256): a holder can verify and also forge. @throws DataTokenKeyError */
export function sharedDataTokenKeys(secret: string): DataTokenKeySource {
  if (secret.length < MINIMUM_SECRET_LENGTH || KEY_TEXT.test(secret)) {
    throw new DataTokenKeyError(`must have at least ${MINIMUM_SECRET_LENGTH} characters, and be no JWK or PEM.`)
  }
  const key = new TextEncoder().encode(secret)
  return { algorithms: ['HS256'], getKey: async () => key }
}
