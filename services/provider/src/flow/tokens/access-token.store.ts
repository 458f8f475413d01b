import { type Sql, sqlText } from '@countersign/service/sql'
import { findRow, readRow } from '../../ground/rows.ts'
import type { SealedUserinfoClaims } from '../codes/userinfo-claims.ts'
import { ENDS_NOW } from '../grants/grants.store.ts'
import { IS_SUSPENDED } from '../people/suspension.store.ts'
import type { KeyedToken } from './keyed-token.ts'

export type ActiveToken = {
  readonly grantId: string
  readonly clientId: string
  readonly userId: string
  readonly scopes: readonly string[]
  readonly issuedAt: Date
  readonly expiresAt: Date
}

export type ActiveAccessToken = ActiveToken & {
  /** First use of its pair: `confirmFirstUse` is due. */
  readonly isFirstUse: boolean
  /** Undefined without `openid`. */
  readonly userinfoClaims: SealedUserinfoClaims | undefined
  readonly jkt: string | undefined
  /** Its resource server; undefined for this service. */
  readonly audience: string | undefined
}

type StoredAccessToken = Omit<ActiveAccessToken, 'userinfoClaims'> & Partial<SealedUserinfoClaims>

const OF_GRANT = sqlText`g.grant_id as "grantId", g.client_id as "clientId", g.user_id as "userId"`

/** Any, or one issued to the asking client or for its API. Tokens older than the API were for another there. */
export async function findAccessToken(
  sql: Sql,
  { grantId, tokenHash }: KeyedToken,
  askingClientId?: string,
): Promise<ActiveAccessToken | undefined> {
  const [row] = await sql<StoredAccessToken>`
    select ${OF_GRANT}, coalesce(t.scopes, g.scopes) as scopes, t.created_at as "issuedAt",
           least(t.expires_at, g.ends_at) as "expiresAt",
           coalesce(t.sealed_userinfo_claims, g.sealed_userinfo_claims) as sealed,
           t.masked_userinfo_key as "maskedKey", t.jkt, t.audience,
           coalesce(g.access_token_hash = t.token_hash and g.previous_refresh_token_hash is not null, false)
             as "isFirstUse"
      from provider.access_tokens t join provider.grants g using (grant_id)
     where g.grant_id = ${grantId} and t.token_hash = ${tokenHash}
       and least(t.expires_at, g.ends_at) > now() and g.revoked_at is null and not ${IS_SUSPENDED}
       and (g.client_id = coalesce(${askingClientId ?? null}, g.client_id)
            or (t.audience is not null and exists (
                  select from provider.resource_servers s
                   where s.resource = t.audience and s.client_id = ${askingClientId ?? null}
                     and s.created_at <= t.created_at)))`
  if (!row) return undefined
  const { sealed, maskedKey, ...token } = readRow(row)
  return { ...token, userinfoClaims: sealed && maskedKey ? { sealed, maskedKey } : undefined }
}

/**
 * The first use of a pair proves its delivery: forget the previous refresh token, so that its further use is noticed.
 * Only after an accepted use: a thief without the bound key must not cut off the owner.
 */
export async function confirmFirstUse(sql: Sql, { grantId, tokenHash }: KeyedToken, { isFirstUse }: ActiveAccessToken) {
  if (!isFirstUse) return
  await sql`
    update provider.grants set previous_refresh_token_hash = null, previous_masked_userinfo_key = null
     where grant_id = ${grantId} and access_token_hash = ${tokenHash}`
}

/** Finds a client's active refresh token: the grant's current one, or its predecessor while that still counts. */
export async function findRefreshToken(sql: Sql, { grantId, tokenHash }: KeyedToken, clientId: string) {
  return findRow(sql<ActiveToken>`
    with token as (
      select g.grant_id, g.last_used_at as created_at, g.refresh_token_expires_at as expires_at
        from provider.grants g
       where g.grant_id = ${grantId} and g.refresh_token_hash = ${tokenHash}
       union all
      select t.grant_id, t.created_at, t.expires_at
        from provider.refresh_tokens t
       where t.grant_id = ${grantId} and t.token_hash = ${tokenHash}
    )
    select ${OF_GRANT}, g.scopes, t.created_at as "issuedAt", least(t.expires_at, g.ends_at) as "expiresAt"
      from token t join provider.grants g using (grant_id)
     where g.grant_id = ${grantId} and g.client_id = ${clientId}
       and least(t.expires_at, g.ends_at) > now() and g.revoked_at is null and not ${IS_SUSPENDED}
       and ${tokenHash} in (g.refresh_token_hash, g.previous_refresh_token_hash)`)
}

/** Ends a token's grant if it is the client's; answers its id if it was alive. Retries once: see `rotateOnce`. */
export async function revokeGrantOfToken(sql: Sql, token: KeyedToken, clientId: string): Promise<string | undefined> {
  return (await revokeGrantOnce(sql, token, clientId)) ?? (await revokeGrantOnce(sql, token, clientId))
}

async function revokeGrantOnce(sql: Sql, { grantId, tokenHash }: KeyedToken, clientId: string) {
  const [row] = await sql<{ grant_id: string }>`
    update provider.grants g set ${ENDS_NOW}
     where g.grant_id = ${grantId} and g.client_id = ${clientId} and g.revoked_at is null
       and (g.refresh_token_hash = ${tokenHash}
            or exists (select from provider.refresh_tokens t
                        where t.grant_id = ${grantId} and t.token_hash = ${tokenHash})
            or exists (select from provider.access_tokens t
                        where t.grant_id = ${grantId} and t.token_hash = ${tokenHash}))
    returning g.grant_id`
  return row?.grant_id
}

/** A user's grant to a client, and the seconds left if they chose an end. */
export type Allowed = {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly secondsLeft: number | undefined
}

/** By a code, valid or not: spending decides that. */
export async function findAllowedByCode(sql: Sql, { grantId, tokenHash }: KeyedToken, clientId: string) {
  return findRow(sql<Allowed>`
    select user_id as "userId", approved_scopes as scopes,
           extract(epoch from grant_ends_at - now())::int as "secondsLeft"
      from provider.authorization_requests
     where auth_request_id = ${grantId} and code_hash = ${tokenHash} and client_id = ${clientId}`)
}

/** By a refresh token, valid or not. Needs the whole token: its grant's id alone proves nothing. */
export async function findAllowedByRefreshToken(sql: Sql, { grantId, tokenHash }: KeyedToken, clientId: string) {
  return findRow(sql<Allowed>`
    select user_id as "userId", scopes, extract(epoch from ends_at - now())::int as "secondsLeft"
      from provider.grants
     where grant_id = ${grantId} and client_id = ${clientId}
       and (refresh_token_hash = ${tokenHash}
            or exists (select from provider.refresh_tokens t
                        where t.grant_id = ${grantId} and t.token_hash = ${tokenHash}))`)
}
