import type { ReplayReason, TokenResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { keyedDigest } from '@countersign/service/secrets'
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
import { GrantError } from '../../clients/client-errors.ts'
import type { Parameters } from '../../ground/http/parameters.ts'
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  JWT_ACCESS_TOKEN_LIFETIME_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
} from '../../ground/lifetimes.ts'
import type { WithConfig, WithSigning } from '../../ground/parts.ts'
import { describeSignIn, type SignIn } from '../../ground/sign-in.ts'
import { unmaskKey } from '../codes/userinfo-claims.ts'
import { prepareSubjects } from '../identity/subject.ts'
import type { Allowed } from './access-token.store.ts'
import { type AccessTokenContent, sealAccessToken } from './access-token.ts'
import { jtiOf } from './find-access-token.ts'
import type { RefreshToken } from './refresh-token.ts'

const JTI_LABEL = 'countersign/v1/access-token-jti'
const JTI_BYTES = 16

/** The parameters that grant types read, and the thumbprint of the request's DPoP proof. */
export type AskedTokens = Pick<Parameters, 'values' | 'resources'> & { readonly jkt: string | undefined }

type NewPair = Omit<AskedTokens, 'values'> & {
  readonly scopes?: readonly string[] | undefined
  /** Reads the grant, which never changes; undefined for another client's code or token. */
  readonly readAllowed: () => Promise<Allowed | undefined>
}

export type PairLifetimes = {
  readonly accessTokenSeconds: number
  readonly refreshTokenSeconds: number
  readonly grantSeconds: number
}

/** A pair as its grant's row has it: asked for again, it yields the same tokens. */
export type IssuedPair = {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly issuedAt: Date
  readonly endsAt: Date | undefined
  readonly once: boolean
  readonly salt: Buffer
  /** The key of the userinfo claims, masked by `maskedBy`. */
  readonly maskedKey: string | undefined
} & SignIn

type Issue = {
  readonly refreshToken: RefreshToken
  /** The code or refresh token that masks the userinfo key. */
  readonly maskedBy: string
  /** Since the pair was issued, if it is not new. */
  readonly ageSeconds?: number
}

/**
 * Prepares an access token and a refresh token for a grant, bound to a proved key (RFC 9449 §5). Call it before the code or
 * refresh token is spent: a wrong `resource` or a missing key must cost neither.
 * @throws `invalid_target`, `invalid_scope`
 */
export async function prepareTokens(dependencies: WithSigning & WithScopes, client: Client, asked: NewPair) {
  const { config } = dependencies
  const { jkt } = asked
  const target = await chooseFor(dependencies, client, asked)
  const accessTokenSeconds = accessTokenLifetimeOf(target?.server)
  const makeAccessToken = await prepareAccessToken(dependencies, client, target?.server)
  /** Undefined: all of the grant's. */
  const scopes = target?.scopes ?? asked.scopes
  return {
    scopes,
    lifetimes: {
      accessTokenSeconds,
      refreshTokenSeconds: REFRESH_TOKEN_LIFETIME_SECONDS,
      grantSeconds: config.grantLifetimeSeconds,
    },
    bindsToKey: client.authenticationMethod === 'none',
    /** The token response (specification §2.5, RFC 6749 §5.1); `scope` is the granted one. */
    issue: async (pair: IssuedPair, { refreshToken, maskedBy, ageSeconds = 0 }: Issue): Promise<TokenResponse> => {
      const issuedAtMs = pair.issuedAt.getTime()
      const secondsLeft = pair.endsAt && Math.floor((pair.endsAt.getTime() - issuedAtMs) / 1000)
      const lifetimeSeconds = Math.min(accessTokenSeconds, secondsLeft ?? accessTokenSeconds)
      const audience = target?.server?.resource
      const userinfoKey =
        audience === undefined && pair.maskedKey !== undefined ? unmaskKey(pair.maskedKey, maskedBy) : undefined
      const { rotation } = refreshToken
      const content = { rotation, issuedAtMs, lifetimeSeconds, userinfoKey, scopes, audience, jkt }
      const givesRefreshToken = !pair.once && client.grantTypes.includes('refresh_token')
      return {
        access_token: await makeAccessToken(content, pair, refreshToken),
        token_type: jkt === undefined ? 'Bearer' : 'DPoP',
        expires_in: Math.max(0, lifetimeSeconds - ageSeconds),
        ...(givesRefreshToken && { refresh_token: refreshToken.text }),
        scope: (scopes ?? pair.scopes).join(' '),
      }
    },
  }
}

export function accessTokenLifetimeOf(server: ResourceServer | undefined): number {
  return server?.accessTokenFormat === 'jwt' ? JWT_ACCESS_TOKEN_LIFETIME_SECONDS : ACCESS_TOKEN_LIFETIME_SECONDS
}

type MakeAccessToken = (
  content: AccessTokenContent,
  pair: IssuedPair,
  refreshToken: RefreshToken,
) => string | Promise<string>

/** A JWT for a resource server that takes those. */
async function prepareAccessToken(
  { keys, config }: WithSigning,
  client: Client,
  server: ResourceServer | undefined,
): Promise<MakeAccessToken> {
  if (server?.accessTokenFormat !== 'jwt') {
    return (content, { salt }, refreshToken) => sealAccessToken(content, { salt, refreshToken })
  }
  // Pairwise apps must not get a subject that another app could compare.
  const subjectOf = await prepareSubjects(keys, client)
  const key = await keys.signingKey(server.signingAlgorithm)
  const { issuer } = config
  const { resource: audience } = server
  const { clientId } = client
  return ({ rotation, issuedAtMs, ...content }, { userId, ...signIn }, { grantId, text, tokenSecret }) => {
    const issuedAt = Math.floor(issuedAtMs / 1000)
    const token = {
      ...content,
      issuer,
      audience,
      clientId,
      issuedAt,
      sub: subjectOf(userId),
      scopes: content.scopes ?? [],
      ...describeSignIn(signIn),
    }
    const named = keyedDigest(JSON.stringify([text, token]), { secret: tokenSecret, label: JTI_LABEL })
    const digest = named.subarray(0, JTI_BYTES).toString('base64url')
    return signAccessToken({ ...token, jti: jtiOf(grantId, rotation, digest) }, key)
  }
}

export type IssuedTokens = {
  /** Undefined, like the user, for a client's own call. */
  readonly grantId?: string
  readonly userId?: string
  readonly response: TokenResponse
}

/** A replay ended this grant: the operator must hear of it too. */
export class ReplayError extends GrantError {
  readonly reason: ReplayReason

  constructor(grantId: string, reason: ReplayError['reason'], description: string) {
    super(grantId, 'invalid_grant', description)
    this.reason = reason
  }
}

async function chooseFor(
  { scopes: registry, config }: WithConfig & WithScopes,
  client: Client,
  { resources, scopes, readAllowed }: NewPair,
): Promise<AccessTokenTarget | undefined> {
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
  return target ?? { server: undefined, scopes: usable }
}
