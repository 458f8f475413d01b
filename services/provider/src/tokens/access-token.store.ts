import type { Sql } from '@countersign/service'
import type { SealedUserinfoClaims } from '../codes/userinfo-claims.ts'

/** A token that may be used now: unexpired, and of a grant that was not revoked. */
export type ActiveToken = {
  readonly grantId: string
  readonly clientId: string
  readonly userId: string
  readonly scopes: readonly string[]
  readonly issuedAt: Date
  readonly expiresAt: Date
}

export type ActiveAccessToken = ActiveToken & {
  /** Its pair was not used yet: `confirmFirstUse` is due. */
  readonly isFirstUse: boolean
  /** Absent when the grant has no `openid`, and after a refresh. */
  readonly userinfoClaims: SealedUserinfoClaims | undefined
  /** The thumbprint of the key that whoever uses the token must hold (RFC 9449 §6); absent if it is nobody's. */
  readonly jkt: string | undefined
}

type TokenRow = {
  grant_id: string
  client_id: string
  user_id: string
  scopes: string[]
  created_at: Date
  expires_at: Date
}

type AccessTokenRow = TokenRow & {
  sealed_userinfo_claims: Buffer | null
  masked_userinfo_key: string | null
  jkt: string | null
  is_first_use: boolean
}

/** Finds an access token that may be used now, of one client or of any. */
export async function findAccessToken(
  sql: Sql,
  tokenHash: Buffer,
  clientId?: string,
): Promise<ActiveAccessToken | undefined> {
  const [row] = await sql<AccessTokenRow>`
    select t.grant_id, t.scopes, t.created_at, least(t.expires_at, g.ends_at) as expires_at, t.sealed_userinfo_claims, t.masked_userinfo_key,
           t.jkt, g.client_id, g.user_id,
           g.access_token_hash = t.token_hash and g.previous_refresh_token_hash is not null as is_first_use
      from provider.access_tokens t join provider.grants g using (grant_id)
     where t.token_hash = ${tokenHash} and least(t.expires_at, g.ends_at) > now() and g.revoked_at is null
       and g.client_id = coalesce(${clientId ?? null}, g.client_id)`
  if (!row) return undefined
  const { sealed_userinfo_claims: sealed, masked_userinfo_key: maskedKey } = row
  return {
    ...toActiveToken(row),
    userinfoClaims: sealed && maskedKey ? { sealed, maskedKey } : undefined,
    jkt: row.jkt ?? undefined,
    isFirstUse: row.is_first_use,
  }
}

/**
 * The first use of a new pair is the proof that it arrived: the refresh token before it, kept in case the answer was lost,
 * is forgotten, so that whoever still uses it is noticed. Only for a use that was accepted: a thief of a bound token, who
 * does not hold its key, must not take its owner's way back.
 */
export async function confirmFirstUse(
  sql: Sql,
  tokenHash: Buffer,
  { isFirstUse, grantId }: ActiveAccessToken,
): Promise<void> {
  if (!isFirstUse) return
  await sql`
    update provider.grants set previous_refresh_token_hash = null
     where grant_id = ${grantId} and access_token_hash = ${tokenHash}`
}

/** Finds a client's refresh token that may be used now: its grant's current one, or the one before while it still counts. */
export async function findRefreshToken(
  sql: Sql,
  tokenHash: Buffer,
  clientId: string,
): Promise<ActiveToken | undefined> {
  const [row] = await sql<TokenRow>`
    select t.grant_id, t.created_at, least(t.expires_at, g.ends_at) as expires_at, g.client_id, g.user_id, g.scopes
      from provider.refresh_tokens t join provider.grants g using (grant_id)
     where t.token_hash = ${tokenHash} and least(t.expires_at, g.ends_at) > now() and g.revoked_at is null and g.client_id = ${clientId}
       and t.token_hash in (g.refresh_token_hash, g.previous_refresh_token_hash)`
  return row && toActiveToken(row)
}

/** Ends the grant that a token belongs to, if it is the client's; answers with its identifier if it was alive. */
export async function revokeGrantOfToken(sql: Sql, tokenHash: Buffer, clientId: string): Promise<string | undefined> {
  const [row] = await sql<{ grant_id: string }>`
    update provider.grants g set revoked_at = now()
      from (select grant_id from provider.refresh_tokens where token_hash = ${tokenHash}
             union all
            select grant_id from provider.access_tokens where token_hash = ${tokenHash}) t
     where g.grant_id = t.grant_id and g.client_id = ${clientId} and g.revoked_at is null
    returning g.grant_id`
  return row?.grant_id
}

function toActiveToken(row: TokenRow): ActiveToken {
  return {
    grantId: row.grant_id,
    clientId: row.client_id,
    userId: row.user_id,
    scopes: row.scopes,
    issuedAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
