import { findKeyOfSecret, sha256 } from '@countersign/service/secrets'
import type { Sql } from '@countersign/service/sql'
import { verifyAccessToken } from '../../catalogue/resources/access-token-jwt.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import type { SignIn } from '../../ground/sign-in.ts'
import { findLivingGrant, type LivingGrant, markPairUsed } from './access-token.store.ts'
import {
  type AccessTokenContent,
  openAccessToken,
  readSealedAccessToken,
  type SealedAccessToken,
} from './access-token.ts'
import type { ClientTokenKey } from './client-access-token.store.ts'

/** An access token of a grant, or a client's own, opaque or a JWT. */
export type PresentedAccessToken =
  | { readonly kind: 'grant'; readonly token: SealedAccessToken | SignedAccessToken }
  | { readonly kind: 'client'; readonly token: ClientTokenKey }

type SignedAccessToken = { readonly grantId: string; readonly content: AccessTokenContent }

/** Undefined for a text of neither form, and for a JWT that this service did not sign. */
export async function readAccessToken({ keys }: WithKeys, text: string): Promise<PresentedAccessToken | undefined> {
  const token = readSealedAccessToken(text)
  if (token) return { kind: 'grant', token }
  const tokenId = findKeyOfSecret('cs_ct_', text)
  if (tokenId !== undefined) return { kind: 'client', token: { tokenId, tokenHash: sha256(text) } }
  return readJwt(keys, text)
}

const JTI_OF_GRANT = /^([0-9a-f-]{36})\.(\d{1,10})\.[\w-]+$/
const JTI_OF_CLIENT = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The form of a JWT's `jti`; `digest` keeps those of one rotation apart. */
export function jtiOf(grantId: string, rotation: number, digest: string): string {
  return `${grantId}.${rotation}.${digest}`
}

async function readJwt(keys: WithKeys['keys'], text: string): Promise<PresentedAccessToken | undefined> {
  const claims = await verifyAccessToken(keys, text)
  if (!claims) return undefined
  const { jti, iat, exp, aud: audience, scope, cnf } = claims
  if (JTI_OF_CLIENT.test(jti)) return { kind: 'client', token: { tokenId: jti, tokenHash: sha256(text) } }
  const [, grantId, rotation] = JTI_OF_GRANT.exec(jti) ?? []
  if (grantId === undefined) return undefined
  const content = {
    rotation: Number(rotation),
    // Anywhere within its second.
    issuedAtMs: iat * 1000 + 999,
    lifetimeSeconds: exp - iat,
    userinfoKey: undefined,
    scopes: scope.split(' '),
    audience,
    jkt: cnf?.jkt,
  }
  return { kind: 'grant', token: { grantId, content } }
}

export type ActiveToken = {
  readonly grantId: string
  readonly clientId: string
  readonly userId: string
  readonly scopes: readonly string[]
  /** Unix seconds. */
  readonly issuedAt: number
  readonly expiresAt: number
} & SignIn

export type ActiveAccessToken = ActiveToken & {
  readonly rotation: number
  /** First use of its pair: `confirmFirstUse` is due. */
  readonly isFirstUse: boolean
  /** Undefined without `openid`. */
  readonly userinfoClaims: { readonly sealed: Buffer; readonly key: Buffer } | undefined
  readonly jkt: string | undefined
  /** Its resource server; undefined for this service. */
  readonly audience: string | undefined
}

type GrantToken = Extract<PresentedAccessToken, { readonly kind: 'grant' }>['token']

/** Any, or one issued to the asking client or for its API. */
export async function findAccessToken(
  { sql, config }: WithSql & WithConfig,
  presented: GrantToken,
  askingClientId?: string,
): Promise<ActiveAccessToken | undefined> {
  const grant = await findLivingGrant(sql, presented.grantId, askingClientId)
  const content = grant && contentOf(presented, grant, config.tokenSecrets)
  if (!content || content.rotation > grant.rotation || !isFor(askingClientId, grant, content)) return undefined
  const { userinfoKey, rotation, issuedAtMs, lifetimeSeconds, jkt, audience } = content
  const issuedAt = Math.floor(issuedAtMs / 1000)
  const expiresAt = Math.min(issuedAt + lifetimeSeconds, grant.endsAt ?? Number.POSITIVE_INFINITY)
  if (expiresAt <= grant.time) return undefined
  const { clientId, userId, authTime, acr, sealedUserinfoClaims: sealed } = grant
  return {
    grantId: presented.grantId,
    clientId,
    userId,
    // A scope that the catalogue lost has left the grant.
    scopes: content.scopes?.filter((scope) => grant.scopes.includes(scope)) ?? grant.scopes,
    issuedAt,
    expiresAt,
    authTime,
    acr,
    rotation,
    isFirstUse: rotation > 0 && rotation === grant.rotation && !grant.isPairUsed,
    userinfoClaims: sealed && userinfoKey ? { sealed, key: userinfoKey } : undefined,
    jkt,
    audience,
  }
}

function contentOf(presented: GrantToken, { salt }: LivingGrant, tokenSecrets: readonly string[]) {
  return 'content' in presented ? presented.content : openAccessToken(presented, salt, tokenSecrets)
}

/** Tokens older than an API were for another one at its address. */
function isFor(
  clientId: string | undefined,
  grant: LivingGrant,
  { audience, issuedAtMs }: AccessTokenContent,
): boolean {
  if (clientId === undefined || clientId === grant.clientId) return true
  const since = audience === undefined ? undefined : grant.apisOfAsking?.[audience]
  return since !== undefined && since <= issuedAtMs
}

/**
 * The first use of a pair proves its delivery: from then on the refresh token before it is noticed. Only after an accepted
 * use: a thief without the bound key must not cut off the owner.
 */
export async function confirmFirstUse(sql: Sql, { isFirstUse, grantId, rotation }: ActiveAccessToken): Promise<void> {
  if (isFirstUse) await markPairUsed(sql, grantId, rotation)
}
