import type { IntrospectionResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { Client } from '../../clients/client.ts'
import { checkAvailable, type WithClients } from '../../clients/client-registry.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { describeSignIn } from '../../ground/sign-in.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { type ClientTokenKey, findClientAccessToken } from './client-access-token.store.ts'
import {
  type ActiveToken,
  confirmFirstUse,
  findAccessToken,
  type PresentedAccessToken,
  readAccessToken,
} from './find-access-token.ts'
import { findRefreshable } from './refresh-token.store.ts'
import { type RefreshToken, readRefreshToken, successorsOf } from './refresh-token.ts'

const INACTIVE = { active: false } as const

/**
 * RFC 7662 §2.2. All but the token's client and its API learn only that it is not active.
 * @throws OAuthError
 */
export async function introspectToken(
  dependencies: WithSql & WithConfig & WithKeys & WithClients,
  client: Client,
  token: string | undefined,
): Promise<IntrospectionResponse> {
  if (client.authenticationMethod === 'none') {
    throw new OAuthError('invalid_client', 'Only a client that authenticates may ask about tokens (RFC 7662 §2.1).')
  }
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  // A disabled app's tokens are inactive until it is enabled again.
  if (client.disabledAt) return INACTIVE
  const presented = await readAccessToken(dependencies, token)
  if (presented?.kind === 'grant') return describeAccessToken(dependencies, client, presented.token)
  if (presented?.kind === 'client') return describeClientToken(dependencies, client, presented.token)
  const refreshToken = await findRefreshToken(dependencies, client.clientId, token)
  // No `token_type`: an API must not take it for an access token.
  return refreshToken ? describe(dependencies, client, refreshToken) : INACTIVE
}

/** The grant's current one, or the one before it while it still gets the current pair. */
async function findRefreshToken(
  { sql, config: { tokenSecrets } }: WithSql & WithConfig,
  clientId: string,
  text: string,
): Promise<Omit<ActiveToken, 'grantId'> | undefined> {
  const token = readRefreshToken(text, tokenSecrets)
  const grant = token && (await findRefreshable(sql, token, clientId))
  if (!grant) return undefined
  const isCurrent = (each: RefreshToken) => each.hash.equals(grant.refreshTokenHash)
  const isBefore = !grant.isPairUsed && successorsOf(token, tokenSecrets).some(isCurrent)
  return isCurrent(token) || isBefore ? grant : undefined
}

async function describeAccessToken(
  dependencies: WithSql & WithConfig & WithKeys & WithClients,
  client: Client,
  presented: Extract<PresentedAccessToken, { readonly kind: 'grant' }>['token'],
): Promise<IntrospectionResponse> {
  const { sql, clients } = dependencies
  const accessToken = await findAccessToken(dependencies, presented, client.clientId)
  if (!accessToken) return INACTIVE
  const isOwn = accessToken.clientId === client.clientId
  const holder = isOwn ? client : await clients.find(accessToken.clientId)
  if (!holder) checkAvailable(clients, accessToken.clientId)
  if (!holder || holder.disabledAt) return INACTIVE
  // An API asks before it checks the proof of possession, so a thief's use must not count.
  if (isOwn || accessToken.jkt === undefined) await confirmFirstUse(sql, accessToken)
  return { ...(await describe(dependencies, holder, accessToken)), ...describeUse(accessToken) }
}

async function describeClientToken(
  { sql, clients, config }: WithSql & WithConfig & WithClients,
  client: Client,
  presented: ClientTokenKey,
): Promise<IntrospectionResponse> {
  const token = await findClientAccessToken(sql, presented, client.clientId)
  const holder = token && (await clients.find(token.clientId))
  if (!holder || holder.disabledAt) return INACTIVE
  return { ...describeTimes(token, config.issuer), sub: token.clientId, ...describeUse(token) }
}

/** The subject is the app's name for the user, also for an API. */
async function describe(
  { config, keys }: WithConfig & WithKeys,
  client: Client,
  token: Omit<ActiveToken, 'grantId'>,
): Promise<IntrospectionResponse> {
  const subjectOf = await prepareSubjects(keys, client)
  return { ...describeTimes(token, config.issuer), sub: subjectOf(token.userId), ...describeSignIn(token) }
}

type Described = Pick<ActiveToken, 'scopes' | 'clientId' | 'expiresAt' | 'issuedAt'>

function describeTimes({ scopes, clientId, expiresAt: exp, issuedAt: iat }: Described, issuer: string) {
  return { active: true, scope: scopes.join(' '), client_id: clientId, exp, iat, iss: issuer }
}

function describeUse({ jkt, audience }: { readonly jkt: string | undefined; readonly audience: string | undefined }) {
  const binding = jkt === undefined ? { token_type: 'Bearer' as const } : { token_type: 'DPoP' as const, cnf: { jkt } }
  return { ...binding, ...(audience !== undefined && { aud: audience }) }
}
