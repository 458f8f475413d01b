import type { TokenResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { newKeyedSecret, sha256 } from '@countersign/service/secrets'
import { signAccessToken } from '../../catalogue/resources/access-token-jwt.ts'
import {
  type AccessTokenTarget,
  chooseTarget,
  resourceOf,
  resourcesOf,
} from '../../catalogue/resources/access-token-target.ts'
import type { ResourceServer } from '../../catalogue/resources/resource-server.ts'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { choosesItsScopes, isSubset } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { Parameters } from '../../ground/http/parameters.ts'
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  JWT_ACCESS_TOKEN_LIFETIME_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
} from '../../ground/lifetimes.ts'
import type { WithConfig, WithSigning } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'
import type { Allowed } from './access-token.store.ts'

const DAY_SECONDS = 86_400

/** The parameters that grant types read, and the thumbprint of the request's DPoP proof. */
export type AskedTokens = Pick<Parameters, 'values' | 'resources'> & { readonly jkt: string | undefined }

type NewPair = Omit<AskedTokens, 'values'> & {
  readonly grantId: string
  readonly scopes?: readonly string[] | undefined
  /** Reads the grant, which never changes; undefined for another client's code or token. */
  readonly readAllowed: () => Promise<Allowed | undefined>
}

type TokenPair = Awaited<ReturnType<typeof newTokenPair>>

/**
 * A grant's new access and refresh token and their stored form, bound to a proved key (RFC 9449 §5). Call it before
 * the code or refresh token is spent: a wrong `resource` must cost neither.
 * @throws `invalid_target`, `invalid_scope`
 */
export async function newTokenPair(dependencies: WithSigning & WithScopes, client: Client, asked: NewPair) {
  const { config } = dependencies
  const { grantId, jkt } = asked
  const target = await chooseFor(dependencies, client, asked)
  const accessToken = await newAccessToken(dependencies, client, { grantId, jkt, target })
  const refreshToken = newKeyedSecret('cs_rt_', grantId)
  return {
    accessToken,
    refreshToken,
    /** Undefined if no resource server is involved. */
    scopes: target?.scopes,
    /** Clients that cannot refresh get no refresh token. */
    givesRefreshToken: client.grantTypes.includes('refresh_token'),
    stored: {
      accessTokenHash: sha256(accessToken),
      refreshTokenHash: sha256(refreshToken),
      accessTokenLifetimeSeconds: accessTokenLifetimeOf(target?.server),
      audience: target?.server?.resource,
      refreshTokenLifetimeSeconds: REFRESH_TOKEN_LIFETIME_SECONDS,
      grantLifetimeSeconds: config.grantLifetimeSeconds,
      reuseDetectionSeconds: config.retention.reuseDetectionDays * DAY_SECONDS,
      jkt,
      bindsRefreshToken: client.authenticationMethod === 'none',
    },
  }
}

export function accessTokenLifetimeOf(server: ResourceServer | undefined): number {
  return server?.accessTokenFormat === 'jwt' ? JWT_ACCESS_TOKEN_LIFETIME_SECONDS : ACCESS_TOKEN_LIFETIME_SECONDS
}

type Targeted = Pick<NewPair, 'grantId' | 'jkt'> & { readonly target: PersonsTarget | undefined }

async function newAccessToken(dependencies: WithSigning, client: Client, { grantId, jkt, target }: Targeted) {
  const server = target?.server
  if (!target || server?.accessTokenFormat !== 'jwt') return newKeyedSecret('cs_at_', grantId)
  // Pairwise apps must not get a subject that another app could compare.
  const subjectOf = await prepareSubjects(dependencies.keys, client)
  const lifetimeSeconds = accessTokenLifetimeOf(server)
  return signAccessToken(dependencies, {
    server,
    key: { kind: 'grant', id: grantId },
    sub: subjectOf(target.userId),
    clientId: client.clientId,
    scopes: target.scopes,
    jkt,
    lifetimeSeconds: Math.min(lifetimeSeconds, target.secondsLeft ?? lifetimeSeconds),
  })
}

type Granted = {
  readonly scopes: readonly string[]
  readonly accessTokenLifetimeSeconds: number
  /** Keep the refresh token back. */
  readonly once?: boolean
}

/** The token response (specification §2.5, RFC 6749 §5.1); `scope` is the granted one. */
export function toTokenResponse(pair: TokenPair, granted: Granted): TokenResponse {
  const { scopes, accessTokenLifetimeSeconds, once = false } = granted
  return {
    access_token: pair.accessToken,
    token_type: pair.stored.jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: accessTokenLifetimeSeconds,
    ...(!once && pair.givesRefreshToken && { refresh_token: pair.refreshToken }),
    scope: scopes.join(' '),
  }
}

export type IssuedTokens = {
  /** Undefined, like the user, for a client's own call. */
  readonly grantId?: string
  readonly userId?: string
  readonly response: TokenResponse
}

/** A replay ended this grant: the operator must hear of it too. */
export class ReplayError extends OAuthError {
  readonly grantId: string
  readonly reason: 'code_replayed' | 'refresh_token_reused'

  constructor(grantId: string, reason: ReplayError['reason'], description: string) {
    super('invalid_grant', description)
    this.grantId = grantId
    this.reason = reason
  }
}

type PersonsTarget = AccessTokenTarget & Pick<Allowed, 'userId' | 'secondsLeft'>

async function chooseFor(
  { scopes: registry, config }: WithConfig & WithScopes,
  client: Client,
  { resources, scopes, readAllowed }: NewPair,
): Promise<PersonsTarget | undefined> {
  const registered = client.scopes.map(({ name }) => name)
  const choosesFreely = choosesItsScopes(client)
  const known = await (resources.length > 0 || choosesFreely ? registry.all() : registry.of(registered))
  const reachesApis = choosesFreely ? known.resources.size > 0 : resourcesOf(registered, known).length > 0
  if (resources.length === 0 && !reachesApis) return undefined
  const allowed = await readAllowed()
  if (!allowed || allowed.scopes.length === 0) return undefined
  if (scopes && !isSubset(scopes, allowed.scopes)) {
    throw new OAuthError('invalid_scope', 'A scope was asked for that the person did not grant.')
  }
  const chosen = scopes ?? allowed.scopes
  const isUsable = (name: string) => choosesFreely || registered.includes(name) || resourceOf(name, known) === undefined
  const [usable, granted] = [chosen.filter(isUsable), allowed.scopes.filter(isUsable)]
  if (usable.length === 0) throw new OAuthError('invalid_scope', 'The app is registered for no such scope any more.')
  const target = chooseTarget({ issuer: config.issuer, resources, scopes: usable, granted }, known)
  const { userId, secondsLeft } = allowed
  return { server: target?.server, scopes: target?.scopes ?? usable, userId, secondsLeft }
}
