import { type Sql, sqlText } from '@countersign/service/sql'
import { REMEMBERED_ROTATIONS } from '../../ground/lifetimes.ts'
import type { MaskChanges } from '../codes/userinfo-claims.ts'
import { ENDS_NOW } from '../grants/grants.store.ts'
import type { KeyedToken } from './keyed-token.ts'

export type NewTokens = {
  readonly accessTokenHash: Buffer
  readonly refreshTokenHash: Buffer
  readonly accessTokenLifetimeSeconds: number
  /** The access token's resource server; undefined for this service. */
  readonly audience: string | undefined
  readonly refreshTokenLifetimeSeconds: number
  readonly grantLifetimeSeconds: number
  /** How long an expired refresh token stays known. */
  readonly reuseDetectionSeconds: number
  /** The key of the request's DPoP proof; undefined for bearer tokens. */
  readonly jkt: string | undefined
  /** Set for public clients, which have no other proof (RFC 9449 §5). */
  readonly bindsRefreshToken: boolean
}

/** Tokens in exchange for a presented code or refresh token. */
export type TokenChange = NewTokens & {
  readonly presented: KeyedToken
  readonly clientId: string
  /** The access token's narrower scopes; all of the grant's if undefined. */
  readonly scopes: readonly string[] | undefined
  /** Remasks the claims key for the tokens; without it userinfo gets no claims. */
  readonly maskChanges: MaskChanges | undefined
}

export type RefreshedGrant = {
  readonly outcome:
    | 'rotated'
    | 'retried'
    | 'other_client'
    | 'wrong_key'
    | 'revoked'
    | 'expired'
    | 'scope_not_granted'
    | 'reused'
  readonly userId: string
  readonly scopes: readonly string[]
  readonly accessTokenLifetimeSeconds: number
  /** The grant's newest access token before this. */
  readonly formerAccessTokenHash: Buffer
}

/**
 * Decided under the lock of the grant's row: a token never has two living descendants (RFC 9700 §4.14.2). Undefined for
 * an unknown token. Say A was refreshed to B, and B to C, the current one:
 * - C is `rotated`: D becomes current and C the previous one, in case the answer is lost;
 * - B is `retried` while C's pair is unused: D replaces C, and B stays the previous one;
 * - A is `reused`, and so is B once C's pair was used: someone has a copy, so the grant ends.
 */
export async function rotateRefreshToken(sql: Sql, refresh: TokenChange): Promise<RefreshedGrant | undefined> {
  return (await rotateOnce(sql, refresh)) ?? (await rotateOnce(sql, refresh))
}

const HELD = sqlText`
  client_id, user_id, scopes, dpop_jkt, rotation, last_used_at, ends_at, revoked_at, leaves_at, refresh_token_hash,
  refresh_token_expires_at, previous_refresh_token_hash, access_token_hash, masked_userinfo_key,
  previous_masked_userinfo_key, userinfo_key_rotation`

/** The claims key as the presented token masks it; null if an older version has rotated since. */
const PRESENTED_KEY = sqlText`
  case when userinfo_key_rotation = rotation
       then case outcome when 'rotated' then masked_userinfo_key
                         else previous_masked_userinfo_key end end as presented_key`

const HANDS_KEY_ON = sqlText`
  previous_masked_userinfo_key = d.presented_key,
  userinfo_key_rotation = case when d.presented_key is not null then g.rotation + 1 end`

/** Looks twice: a statement that waited for another rotation does not yet see the token that it put aside. */
async function rotateOnce(sql: Sql, refresh: TokenChange): Promise<RefreshedGrant | undefined> {
  const { grantId, tokenHash } = refresh.presented
  const [refreshed] = await sql<RefreshedGrant>`
    with held as (
      select ${HELD}, created_at + make_interval(secs => ${refresh.grantLifetimeSeconds}) as grant_expires_at,
             case when refresh_token_hash = ${tokenHash} then refresh_token_expires_at
                  else (select t.expires_at from provider.refresh_tokens t
                         where t.grant_id = ${grantId} and t.token_hash = ${tokenHash}) end as expires_at
        from provider.grants where grant_id = ${grantId} for update
    ), decision as (
      select *, coalesce(${refresh.scopes ?? null}::text[], scopes) as access_scopes,
             case when client_id <> ${refresh.clientId} then 'other_client'
                  when dpop_jkt <> coalesce(${refresh.jkt ?? null}::text, '') then 'wrong_key'
                  when revoked_at is not null then 'revoked'
                  when ${tokenHash} not in (refresh_token_hash,
                                            coalesce(previous_refresh_token_hash, refresh_token_hash)) then 'reused'
                  when least(expires_at, ends_at, grant_expires_at) <= now() then 'expired'
                  when not scopes @> coalesce(${refresh.scopes ?? null}::text[], scopes) then 'scope_not_granted'
                  when ${tokenHash} = refresh_token_hash then 'rotated'
                  else 'retried' end as outcome,
             least(now() + make_interval(secs => ${refresh.accessTokenLifetimeSeconds}), ends_at) as access_expires_at,
             least(now() + make_interval(secs => ${refresh.refreshTokenLifetimeSeconds}), grant_expires_at,
                   ends_at) as refresh_expires_at
        from held where expires_at is not null
    ), dated as (
      select *, case when leaves_at < refresh_expires_at + make_interval(secs => ${refresh.reuseDetectionSeconds})
                     then refresh_expires_at + make_interval(secs => ${leavesAfter(refresh)})
                     else leaves_at end as stays_until,
             outcome in ('rotated', 'retried') as rotates, ${PRESENTED_KEY} from decision
    ), ended as (
      update provider.grants g set ${ENDS_NOW} from dated d where g.grant_id = ${grantId} and d.outcome = 'reused'
    ), rotated as (
      update provider.grants g
         set refresh_token_hash = ${refresh.refreshTokenHash}::bytea, refresh_token_expires_at = d.refresh_expires_at,
             previous_refresh_token_hash = ${tokenHash}::bytea, access_token_hash = ${refresh.accessTokenHash}::bytea,
             rotation = g.rotation + 1, last_used_at = now(), leaves_at = d.stays_until,
             dpop_jkt = coalesce(g.dpop_jkt, ${refreshTokenKey(refresh)}::text),
             masked_userinfo_key = d.presented_key # ${refresh.maskChanges?.toRefreshToken ?? null}::bit(256),
             ${HANDS_KEY_ON}
        from dated d where g.grant_id = ${grantId} and d.rotates
    ), put_aside as (
      insert into provider.refresh_tokens (grant_id, rotation, token_hash, created_at, expires_at)
      select g.grant_id, d.rotation, d.refresh_token_hash, d.last_used_at, d.refresh_token_expires_at
        from dated d join provider.grants g on g.grant_id = ${grantId} where d.rotates
    ), forgotten as (
      delete from provider.refresh_tokens t using dated d
       where d.rotates and t.grant_id = ${grantId} and t.token_hash <> ${tokenHash}
         and t.rotation <= d.rotation - ${REMEMBERED_ROTATIONS}::int
    ), access_token as (
      insert into provider.access_tokens (grant_id, token_hash, scopes, jkt, audience, expires_at, masked_userinfo_key)
      select g.grant_id, ${refresh.accessTokenHash}::bytea, ${refresh.scopes ?? null}::text[],
             ${refresh.jkt ?? null}::text, ${refresh.audience ?? null}::text, d.access_expires_at,
             d.presented_key # ${accessTokenMask(refresh) ?? null}::bit(256)
        from dated d join provider.grants g on g.grant_id = ${grantId} where d.rotates
    )
    select outcome, user_id as "userId", access_scopes as scopes, access_token_hash as "formerAccessTokenHash",
           extract(epoch from access_expires_at - now())::int as "accessTokenLifetimeSeconds"
      from dated`
  return refreshed
}

/** Ends an access token whose pair was replaced before use. */
export async function deleteAccessToken(sql: Sql, { grantId, tokenHash }: KeyedToken): Promise<void> {
  await sql`delete from provider.access_tokens where grant_id = ${grantId} and token_hash = ${tokenHash}`
}

export function refreshTokenKey({ jkt, bindsRefreshToken }: NewTokens): string | null {
  return bindsRefreshToken && jkt !== undefined ? jkt : null
}

/** A token shown to an API must not open the user's claims. */
export function accessTokenMask({ audience, maskChanges }: TokenChange): string | undefined {
  return audience === undefined ? maskChanges?.toAccessToken : undefined
}

/** Grants leave days later than they must, so that most rotations touch no index. */
export const LEAVING_MARGIN_SECONDS = 3 * 86_400

/** Seconds from a refresh token's expiry to the grant's removal. */
export function leavesAfter({ reuseDetectionSeconds }: NewTokens): number {
  return reuseDetectionSeconds + LEAVING_MARGIN_SECONDS
}
