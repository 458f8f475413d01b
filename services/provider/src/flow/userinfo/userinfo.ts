import type { UserinfoResponse } from '@countersign/contracts'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { claimsOfScopes } from '../../catalogue/scopes/scopes.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { checkAvailable } from '../../clients/document-unavailable.ts'
import type { WithDpop } from '../../ground/dpop/check-dpop-proof.ts'
import { bearerError } from '../../ground/http/bearer-token.ts'
import type { WithKeys } from '../../ground/parts.ts'
import { openUserinfoClaims } from '../codes/userinfo-claims.ts'
import { claimsWithin, toOpenIdClaims } from '../identity/openid-claims.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { confirmFirstUse, findAccessToken } from '../tokens/access-token.store.ts'
import { checkTokenBinding, type TokenUse } from '../tokens/check-token-binding.ts'
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
