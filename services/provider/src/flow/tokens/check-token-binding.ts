import { OAuthError } from '@countersign/service/errors'
import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'
import { checkDpopProof, type WithDpop } from '../../ground/dpop/check-dpop-proof.ts'
import { bearerError, type PresentedToken } from '../../ground/http/bearer-token.ts'
import type { ActiveAccessToken } from './access-token.store.ts'

/** How an access token was used: what a DPoP proof must be about (RFC 9449 §4.3). */
export type TokenUse = {
  readonly presented: PresentedToken
  /** What the `DPoP` header held. */
  readonly proof: string | readonly string[] | undefined
  readonly method: string
  /** The endpoint's path below the issuer. */
  readonly path: string
}

/**
 * Checks that whoever uses an access token holds the key that it is bound to (RFC 9449 §7.1); a bound one is worth
 * nothing as a Bearer token (§7.2).
 * @throws OAuthError with the challenge that the scheme owes
 */
export async function checkTokenBinding(
  dependencies: WithDpop,
  { jkt }: ActiveAccessToken,
  { presented, proof, ...use }: TokenUse,
): Promise<void> {
  if (jkt === undefined) {
    if (presented.scheme === 'Bearer') return
    throw bearerError('invalid_token', 'The access token is not bound to a key. Send it as a Bearer token.')
  }
  if (presented.scheme === 'Bearer') {
    throw refuse('invalid_token', 'The access token is bound to a key. Send it by DPoP, with a proof of that key.')
  }
  if (proof === undefined) throw refuse('invalid_dpop_proof', 'The DPoP proof is missing.')
  const holder = await checkDpopProof(dependencies, { ...use, proof, accessToken: presented.token }).catch(asChallenge)
  if (holder !== jkt) throw refuse('invalid_token', 'The access token is bound to another key.')
}

/** At a protected resource a bad proof is a failed authentication: 401 with a challenge, and the nonce if one is asked. */
function asChallenge(error: unknown): never {
  if (!(error instanceof OAuthError)) throw error
  if (error.code !== 'invalid_dpop_proof' && error.code !== 'use_dpop_nonce') throw error
  throw refuse(error.code, error.message, error.headers)
}

type Refusal = 'invalid_token' | 'invalid_dpop_proof' | 'use_dpop_nonce'

function refuse(code: Refusal, description: string, headers: Readonly<Record<string, string>> = {}): OAuthError {
  const challenge = `DPoP error="${code}", error_description="${description}", algs="${SIGNING_ALGORITHMS.join(' ')}"`
  return new OAuthError(code, description, { status: 401, headers: { ...headers, 'www-authenticate': challenge } })
}
