import { OAuthError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { parseScope, understoodScopes } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { maskChanges } from '../codes/userinfo-claims.ts'
import { accountSuspended } from '../people/account-acts.ts'
import { findAllowedByRefreshToken } from './access-token.store.ts'
import { findKeyedToken } from './keyed-token.ts'
import { type AskedTokens, type IssuedTokens, newTokenPair, ReplayError, toTokenResponse } from './new-tokens.ts'
import { type RefreshedGrant, rotateRefreshToken } from './token.store.ts'

/**
 * RFC 6749 §6, without a data token: only the user's device makes those.
 * @throws OAuthError
 */
export async function refreshTokens(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  { values: { refresh_token: refreshToken, scope }, resources, jkt }: AskedTokens,
): Promise<IssuedTokens> {
  const { sql } = dependencies
  if (refreshToken === undefined) throw new OAuthError('invalid_request', 'refresh_token is missing.')
  const scopes = await readScope(dependencies, scope)
  const presented = findKeyedToken('cs_rt_', refreshToken)
  if (!presented) throw unknownToken()

  const { grantId } = presented
  const readAllowed = () => findAllowedByRefreshToken(sql, presented, client.clientId)
  const pair = await newTokenPair(dependencies, client, { grantId, jkt, resources, scopes, readAllowed })
  // Only apps with `openid` have claims at userinfo.
  const isOpenId = client.scopes.some(({ name }) => name === 'openid')
  const refreshed = await rotateRefreshToken(sql, {
    ...pair.stored,
    presented,
    clientId: client.clientId,
    scopes: pair.scopes ?? scopes,
    maskChanges: isOpenId ? maskChanges(refreshToken, pair) : undefined,
  })
  const rotated = readRefreshed(dependencies, refreshed, grantId)
  return { grantId, userId: rotated.userId, response: toTokenResponse(pair, rotated) }
}

/**
 * Read as authorize does.
 * @throws `invalid_scope`
 */
async function readScope({ scopes }: WithScopes, scope: string | undefined): Promise<string[] | undefined> {
  const named = parseScope(scope)
  return named && understoodScopes(named, await scopes.of(named))
}

const UNKNOWN = 'The refresh token is unknown.'

const REFUSALS: Readonly<Record<Exclude<RefreshedGrant['outcome'], 'rotated' | 'retried' | 'suspended'>, string>> = {
  unknown: UNKNOWN,
  other_client: UNKNOWN,
  wrong_key: 'The refresh token is bound to another key than the one of the DPoP proof.',
  revoked: 'The grant was revoked. Start a new authorization.',
  expired: 'The refresh token has expired. Start a new authorization.',
  scope_not_granted: 'A scope was asked for that the person did not grant.',
  reused: 'The refresh token was used before, so its grant was revoked.',
}

function readRefreshed({ config }: WithSigning, refreshed: RefreshedGrant, grantId: string): RefreshedGrant {
  const { outcome } = refreshed
  if (outcome === 'rotated' || outcome === 'retried') return refreshed
  if (outcome === 'suspended') throw accountSuspended(config)
  if (outcome === 'reused') throw new ReplayError(grantId, 'refresh_token_reused', REFUSALS.reused)
  throw new OAuthError(outcome === 'scope_not_granted' ? 'invalid_scope' : 'invalid_grant', REFUSALS[outcome])
}

function unknownToken(): OAuthError {
  return new OAuthError('invalid_grant', UNKNOWN)
}
