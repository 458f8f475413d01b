import type { IntrospectionResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service'
import type { Client } from '../clients/client.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { type ActiveToken, confirmFirstUse, findAccessToken, findRefreshToken } from './access-token.store.ts'
import { findKeyedToken } from './keyed-token.ts'

const BEARER = { token_type: 'Bearer' } as const

/**
 * What a token is good for (RFC 7662 §2.2). A client may ask about tokens that were issued to it: to every other
 * question the answer is that the token is not active, and no more.
 * @throws OAuthError
 */
export async function introspectToken(
  dependencies: ProviderDependencies,
  client: Client,
  token: string | undefined,
): Promise<IntrospectionResponse> {
  if (client.authenticationMethod === 'none') {
    throw new OAuthError('invalid_client', 'Only a client that authenticates may ask about tokens (RFC 7662 §2.1).')
  }
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  // Nothing of a disabled app is active, and all of it is again when the app is.
  if (client.disabledAt) return { active: false }
  const presented = findKeyedToken('cs_at_', token)
  if (presented) {
    const accessToken = await findAccessToken(dependencies.sql, presented, client.clientId)
    if (!accessToken) return { active: false }
    await confirmFirstUse(dependencies.sql, presented, accessToken)
    const binding =
      accessToken.jkt === undefined ? BEARER : ({ token_type: 'DPoP', cnf: { jkt: accessToken.jkt } } as const)
    return { ...(await describe(dependencies, client, accessToken)), ...binding }
  }
  // Without a `token_type`, so that no API takes it for an access token.
  const refreshing = findKeyedToken('cs_rt_', token)
  const refreshToken = refreshing && (await findRefreshToken(dependencies.sql, refreshing, client.clientId))
  return refreshToken ? describe(dependencies, client, refreshToken) : { active: false }
}

async function describe(
  { config, keys }: ProviderDependencies,
  client: Client,
  token: ActiveToken,
): Promise<IntrospectionResponse> {
  const subjectOf = await prepareSubjects(keys, client)
  return {
    active: true,
    scope: token.scopes.join(' '),
    client_id: token.clientId,
    exp: toSeconds(token.expiresAt),
    iat: toSeconds(token.issuedAt),
    sub: subjectOf(token.userId),
    iss: config.issuer,
  }
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
