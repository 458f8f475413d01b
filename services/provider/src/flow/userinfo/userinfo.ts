import type { UserinfoResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { SIGNING_ALGORITHMS } from '@countersign/service/secrets'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { claimsOfScopes } from '../../catalogue/scopes/scopes.ts'
import { checkAvailable, type WithClients } from '../../clients/client-registry.ts'
import { checkDpopProof, type MaybeProved, type WithDpop } from '../../ground/dpop/check-dpop-proof.ts'
import { bearerError, type PresentedToken } from '../../ground/http/bearer-token.ts'
import type { WithKeys } from '../../ground/parts.ts'
import { openUserinfoClaims } from '../codes/userinfo-claims.ts'
import { claimsWithin, toOpenIdClaims } from '../identity/openid-claims.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { readSealedAccessToken } from '../tokens/access-token.ts'
import { type ActiveAccessToken, confirmFirstUse, findAccessToken } from '../tokens/find-access-token.ts'

/**
 * Within the token's scopes (OpenID Connect Core §5.3). Only the access token opens the claims.
 * @throws OAuthError
 */
export async function readUserinfo(
  dependencies: WithDpop & WithKeys & WithScopes & WithClients,
  use: TokenUse,
): Promise<UserinfoResponse> {
  const { sql, clients, scopes, keys } = dependencies
  const presented = readSealedAccessToken(use.presented.token)
  const accessToken = presented && (await findAccessToken(dependencies, presented))
  const client = accessToken && (await clients.find(accessToken.clientId))
  if (accessToken && !client) checkAvailable(clients, accessToken.clientId)
  if (!accessToken || !client || client.disabledAt) {
    throw bearerError('invalid_token', 'The access token is unknown, expired or revoked.')
  }
  if (accessToken.audience !== undefined) {
    // An API's token must not reveal the user (RFC 8707 §3).
    throw bearerError(
      'invalid_token',
      'The access token is for a resource server. Refresh with this issuer as resource.',
    )
  }
  await checkTokenBinding(dependencies, accessToken, use)
  await confirmFirstUse(sql, accessToken)
  if (!accessToken.scopes.includes('openid')) {
    throw bearerError('insufficient_scope', 'The access token was not issued for the scope openid.', 'openid')
  }
  const subjectOf = await prepareSubjects(keys, client)
  const { userinfoClaims: sealed } = accessToken
  const claims = sealed ? openUserinfoClaims(sealed.sealed, sealed.key) : {}
  const known = await scopes.of(accessToken.scopes)
  const released = claimsWithin(claims, claimsOfScopes(accessToken.scopes, known))
  return { ...toOpenIdClaims(released, known), sub: subjectOf(accessToken.userId) }
}

/** A use of an access token, as a DPoP proof must describe it (RFC 9449 §4.3). */
type TokenUse = MaybeProved & { readonly presented: PresentedToken }

/**
 * A bound access token is worthless as a Bearer token (RFC 9449 §7.1, §7.2).
 * @throws OAuthError with the scheme's challenge
 */
async function checkTokenBinding(
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

/** At a protected resource a bad proof answers 401 with a challenge, and the nonce if needed. */
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
