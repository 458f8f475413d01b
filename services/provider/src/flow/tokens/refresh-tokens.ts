import { DatabaseUnavailable, OAuthError } from '@countersign/service/errors'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { parseScope, understoodScopes } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import { GrantError } from '../../clients/client-errors.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { maskChange } from '../codes/userinfo-claims.ts'
import { openUpdate } from '../grants/data-updates.ts'
import { endGrant } from '../grants/grants.store.ts'
import { accountSuspended } from '../people/account-acts.ts'
import { decideRefresh, type RefreshRefusal } from './decide-refresh.ts'
import { type AskedTokens, type IssuedTokens, type PairLifetimes, prepareTokens, ReplayError } from './new-tokens.ts'
import {
  findAllowedByRefreshToken,
  findHeldGrant,
  type RefreshedPair,
  type Rotation,
  renewUnusedPair,
  rotate,
  takeWaitingUpdate,
} from './refresh-token.store.ts'
import { type RefreshToken, readRefreshToken, successorsOf } from './refresh-token.ts'

/**
 * RFC 6749 §6. With a data token only where the user's device has sent an update.
 * @throws OAuthError
 */
export async function refreshTokens(
  dependencies: WithSigning & WithSql & WithScopes,
  client: Client,
  { values: { refresh_token: text, scope }, resources, jkt }: AskedTokens,
): Promise<IssuedTokens> {
  const { sql, config } = dependencies
  if (text === undefined) throw new OAuthError('invalid_request', 'refresh_token is missing.')
  const asked = await readScope(dependencies, scope)
  const presented = readRefreshToken(text, config.tokenSecrets)
  const [successor, ...others] = presented ? successorsOf(presented, config.tokenSecrets) : []
  if (!presented || !successor) throw new OAuthError('invalid_grant', UNKNOWN)

  const readAllowed = () => findAllowedByRefreshToken(sql, presented, client.clientId)
  const { issue, ...prepared } = await prepareTokens(dependencies, client, {
    jkt,
    resources,
    scopes: asked,
    readAllowed,
  })
  const rotation = { ...prepared, presented, successor, clientId: client.clientId, jkt }
  const { pair, refreshToken, ageSeconds } = await rotateOrRepeat(dependencies, rotation, others)
  const response = await issue(pair, { refreshToken, maskedBy: refreshToken.text, ageSeconds })
  const { grantId } = presented
  const { sealedUpdate: sealed } = pair
  const update = sealed && (await openUpdate(dependencies, client, { grantId, sealed }))
  return {
    grantId,
    userId: pair.userId,
    response: update === undefined ? response : { ...response, data_token: update },
  }
}

/**
 * Read as authorize does.
 * @throws `invalid_scope`
 */
async function readScope({ scopes }: WithScopes, scope: string | undefined): Promise<string[] | undefined> {
  const named = parseScope(scope)
  return named && understoodScopes(named, await scopes.of(named))
}

type Asked = Omit<Rotation, 'maskChange'>
type Answer = { readonly pair: RefreshedPair; readonly refreshToken: RefreshToken; readonly ageSeconds: number }

/** Once more if the grant changed between the update and the look at why it changed nothing. */
async function rotateOrRepeat(
  dependencies: WithSigning & WithSql,
  asked: Asked,
  others: readonly RefreshToken[],
): Promise<Answer> {
  const { presented, successor } = asked
  const change = maskChange(presented.text, successor.text)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const pair = await rotate(dependencies.sql, { ...asked, maskChange: change })
    if (pair) return { pair, refreshToken: successor, ageSeconds: 0 }
    const repeated = await repeat(dependencies, asked, [successor, ...others])
    if (repeated) return repeated
  }
  throw new DatabaseUnavailable('The grant changed at each of three attempts.')
}

/** The pair that another refresh of this token got. Undefined if the grant has changed since. @throws OAuthError */
async function repeat(
  { sql, config }: WithSigning & WithSql,
  { presented, clientId, jkt, scopes, lifetimes }: Asked,
  successors: readonly RefreshToken[],
): Promise<Answer | undefined> {
  const held = await findHeldGrant(sql, presented.grantId, { jkt, scopes, lifetimes })
  const { refreshReuseSeconds: reuseSeconds } = config
  const decision = decideRefresh(held, { presented, successors, clientId, reuseSeconds })
  if (typeof decision === 'object') return answerAgain(sql, decision.pair, { ...decision, lifetimes, reuseSeconds })
  if (decision === 'current') return undefined
  if (decision === 'suspended') throw accountSuspended(config)
  if (decision === 'reused') {
    await endGrant(sql, presented.grantId)
    throw new ReplayError(presented.grantId, 'refresh_token_reused', REFUSALS.reused)
  }
  if (decision === 'unknown') throw new OAuthError('invalid_grant', UNKNOWN)
  const code = decision === 'scope_not_granted' ? 'invalid_scope' : 'invalid_grant'
  throw new GrantError(presented.grantId, code, REFUSALS[decision])
}

type Repeating = {
  readonly refreshToken: RefreshToken
  readonly ageSeconds: number
  readonly lifetimes: PairLifetimes
  readonly reuseSeconds: number
}

/** Byte for byte within the window; later with the seconds that are left, and with a new access token if none are. */
async function answerAgain(
  sql: WithSql['sql'],
  held: RefreshedPair,
  { refreshToken, ageSeconds, lifetimes, reuseSeconds }: Repeating,
): Promise<Answer | undefined> {
  const pair = held.isUpdateWaiting ? await takeWaitingUpdate(sql, refreshToken) : held
  if (!pair) return undefined
  if (ageSeconds < reuseSeconds) return { pair, refreshToken, ageSeconds: 0 }
  if (ageSeconds < lifetimes.accessTokenSeconds) return { pair, refreshToken, ageSeconds: Math.floor(ageSeconds) }
  const renewed = await renewUnusedPair(sql, refreshToken, lifetimes)
  return renewed && { pair: renewed, refreshToken, ageSeconds: 0 }
}

const UNKNOWN = 'The refresh token is unknown.'

const REFUSALS: Readonly<Record<Exclude<RefreshRefusal, 'suspended' | 'unknown'>, string>> = {
  other_client: UNKNOWN,
  wrong_key: 'The refresh token is bound to another key than the one of the DPoP proof.',
  revoked: 'The grant was revoked. Start a new authorization.',
  expired: 'The refresh token has expired. Start a new authorization.',
  scope_not_granted: 'A scope was asked for that the person did not grant.',
  reused: 'The refresh token was used before, so its grant was revoked.',
}
