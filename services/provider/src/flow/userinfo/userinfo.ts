import type { UserinfoResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { claimsOfScopes } from '../../catalogue/scopes/scopes.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { checkAvailable } from '../../clients/document-unavailable.ts'
import { checkDpopProof, type WithDpop } from '../../ground/dpop/check-dpop-proof.ts'
import { bearerError, type PresentedToken } from '../../ground/http/bearer-token.ts'
import type { WithKeys } from '../../ground/parts.ts'
import { openUserinfoClaims } from '../codes/userinfo-claims.ts'
import { claimsWithin, toOpenIdClaims } from '../identity/openid-claims.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { type ActiveAccessToken, confirmFirstUse, findAccessToken } from '../tokens/access-token.store.ts'
import { findKeyedToken } from '../tokens/keyed-token.ts'

/**
 * Who the person is to this app, and what they approved (OpenID Connect Core §5.3), as far as the token's scopes go: a refresh
 * may have narrowed them. The claims open with the access token, and with nothing that is kept here.
 * @throws OAuthError
 */
export async function readUserinfo(
  dependencies: WithDpop & WithKeys & WithScopes & WithClients,
  use: TokenUse,
): Promise<UserinfoResponse> {
  const { sql, clients, scopes, keys } = dependencies
  const { token } = use.presented
  const presented = findKeyedToken('cs_at_', token)
  const accessToken = presented && (await findAccessToken(sql, presented))
  const client = accessToken && (await clients.find(accessToken.clientId))
  if (accessToken && !client) checkAvailable(clients, accessToken.clientId)
  if (!presented || !accessToken || !client || client.disabledAt) {
    throw bearerError('invalid_token', 'The access token is unknown, expired or revoked.')
  }
  if (accessToken.audience !== undefined) {
    // What an API was given must not tell it who the person is (RFC 8707 §3).
    throw bearerError(
      'invalid_token',
      'The access token is for a resource server. Refresh with this issuer as resource.',
    )
  }
  await checkTokenBinding(dependencies, accessToken, use)
  await confirmFirstUse(sql, presented, accessToken)
  if (!accessToken.scopes.includes('openid')) {
    throw bearerError('insufficient_scope', 'The access token was not issued for the scope openid.', 'openid')
  }
  const subjectOf = await prepareSubjects(keys, client)
  const claims = accessToken.userinfoClaims ? openUserinfoClaims(accessToken.userinfoClaims, token) : {}
  const known = await scopes.of(accessToken.scopes)
  const released = claimsWithin(claims, claimsOfScopes(accessToken.scopes, known))
  return { ...toOpenIdClaims(released, known), sub: subjectOf(accessToken.userId) }
}

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
