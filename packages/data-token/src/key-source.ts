import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { DataTokenKeyError } from './errors.ts'

/** A compact JWS whose signature is right. */
export type VerifiedJws = {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
}

/** Why a text is none. */
export type JwsRefusal = 'malformed' | 'bad_signature'

/** Where a verifier finds its keys. The algorithms come from the keys, never from the token (RFC 8725 §3.1). */
export type DataTokenKeySource = {
  readonly algorithms: readonly string[]
  readonly getKey: JWTVerifyGetKey
  /** In place of the library, where the keys are ours: each approval does this. */
  readonly verifyJws?: (token: string) => VerifiedJws | JwsRefusal
}

const ASYMMETRIC = ['ES256', 'EdDSA'] as const
const MINIMUM_SECRET_LENGTH = 32
/** A JWK, or PEM: what is published would be a secret that everybody knows (CVE-2015-9235, CVE-2017-11424). */
const KEY_TEXT = /^\s*(?:\{|-----BEGIN)/

/** Keys that another server publishes, fetched when first needed and again when an unknown `kid` appears. */
export function remoteDataTokenKeys(
  jwksUri: string | URL,
  { fetch: ask = fetch }: { readonly fetch?: typeof fetch | undefined } = {},
): DataTokenKeySource {
  return { algorithms: ASYMMETRIC, getKey: createRemoteJWKSet(new URL(jwksUri), { [customFetch]: ask }) }
}

/**
 * A secret that both sides know (HS256): whoever can verify with it can also forge.
 * @throws DataTokenKeyError
 */
export function sharedDataTokenKeys(secret: string): DataTokenKeySource {
  if (secret.length < MINIMUM_SECRET_LENGTH || KEY_TEXT.test(secret)) {
    throw new DataTokenKeyError(`must have at least ${MINIMUM_SECRET_LENGTH} characters, and be no JWK or PEM.`)
  }
  const key = new TextEncoder().encode(secret)
  return { algorithms: ['HS256'], getKey: async () => key }
}
