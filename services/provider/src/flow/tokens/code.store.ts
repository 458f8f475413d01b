import { type Sql, type SqlPool } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
import { IS_SUSPENDED } from '../people/suspension.store.ts'
import type { KeyedToken } from './keyed-token.ts'
import type { IssuedPair, PairLifetimes } from './new-tokens.ts'
import type { RefreshToken } from './refresh-token.ts'

export type CodeExchange = {
  readonly presented: KeyedToken
  readonly clientId: string
  readonly redirectUri: string
  /** From the verifier; must equal the code's challenge, or both are undefined. */
  readonly codeChallenge: string | undefined
  /** The thumbprint of the request's DPoP proof. */
  readonly jkt: string | undefined
  /** Of a public client, which has no other proof (RFC 9449 §5). */
  readonly bindsToKey: boolean
  readonly refreshToken: RefreshToken
  readonly salt: Buffer
  /** Hands the userinfo key on from code to refresh token. */
  readonly maskChange: string
  readonly lifetimes: PairLifetimes
  /** For a grant that ends at once: the user's other grants to the app keep their end. */
  readonly leavesOthers?: boolean | undefined
}

/** Undefined for an unknown code. */
export type ExchangedCode = Omit<IssuedPair, 'salt'> & {
  /** `ends_others`: nothing changed, because other grants of the user must be shortened first. */
  readonly outcome:
    | 'exchanged'
    | 'ends_others'
    | 'other_client'
    | 'other_redirect_uri'
    | 'wrong_verifier'
    | 'wrong_key'
    | 'used'
    | 'expired'
    | 'data_token_expired'
    | 'suspended'
  readonly sessionId: string | undefined
  readonly nonce: string | undefined
  readonly idTokenClaims: readonly string[] | undefined
  readonly sealedDataToken: Buffer | undefined
  /** The end that the user chose, for `once` the access token's expiry, and the time of this; in the database's microseconds. */
  readonly exactEnd: string | undefined
  readonly exactTime: string
}

/** An end that the user chose also ends their earlier grants to the app: those first, so that the app can retry. */
export async function redeemCode(sql: SqlPool, exchange: CodeExchange): Promise<ExchangedCode | undefined> {
  const exchanged = await exchangeForGrant(sql, exchange, { endedOthers: exchange.leavesOthers === true })
  if (exchanged?.outcome !== 'ends_others') return exchanged
  await endEarlierGrants(sql, exchange, exchanged)
  return exchangeForGrant(sql, exchange, { endedOthers: true })
}

/** Whether the user's other grants to the app were shortened before. */
type Attempt = { readonly endedOthers: boolean }

/**
 * Decided under the lock of the code's row (RFC 6749 §4.1.3): one of many exchanges finds it unused. A wrong client,
 * redirect URI, verifier or key never spends it, nor does a suspended user's. The refresh token of `once` is never handed out.
 */
async function exchangeForGrant(sql: Sql, exchange: CodeExchange, { endedOthers }: Attempt) {
  const { presented, refreshToken, lifetimes, clientId } = exchange
  const { accessTokenSeconds, grantSeconds } = lifetimes
  const refreshSeconds = Math.min(lifetimes.refreshTokenSeconds, grantSeconds)
  return findRow(sql<ExchangedCode>`
    with code as (
      select r.auth_request_id, r.client_id, r.user_id, r.session_id, r.approved_scopes, r.nonce, r.once,
             r.keeps_up_to_date, r.auth_time, r.acr, r.id_token_claims, r.sealed_data_token, r.sealed_userinfo_claims,
             r.masked_userinfo_key, now() as time,
             least(now() + make_interval(secs => ${accessTokenSeconds}), r.grant_ends_at) as access_ends_at,
             case when r.once then least(now() + make_interval(secs => ${accessTokenSeconds}), r.grant_ends_at)
                  else r.grant_ends_at end as ends_at,
             case when r.client_id <> ${clientId} then 'other_client'
                  when r.redirect_uri <> ${exchange.redirectUri} then 'other_redirect_uri'
                  when r.code_challenge is distinct from ${exchange.codeChallenge ?? null} then 'wrong_verifier'
                  when r.dpop_jkt <> ${exchange.jkt ?? ''} then 'wrong_key'
                  when r.code_used_at is not null then 'used'
                  when least(r.code_expires_at, r.grant_ends_at) <= now() then 'expired'
                  when r.data_token_expires_at <= now() then 'data_token_expired'
                  when ${IS_SUSPENDED.r} then 'suspended'
                  when (r.once or r.grant_ends_at is not null) and not ${endedOthers}::boolean then 'ends_others'
                  else 'exchanged' end as outcome
        from provider.authorization_requests r
       where r.auth_request_id = ${presented.grantId} and r.code_hash = ${presented.tokenHash}
         for update
    ), spent as (
      update provider.authorization_requests r
         set code_used_at = c.time, sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
        from code c
       where r.auth_request_id = ${presented.grantId} and c.outcome in ('exchanged', 'data_token_expired')
    ), granted as (
      insert into provider.grants
             (grant_id, created_at, issued_at, expires_at, leaves_at, refresh_token_expires_at, access_token_expires_at,
              ends_at, once, keeps_up_to_date, auth_time, acr, client_id, user_id, session_id, scopes, dpop_jkt, refresh_token_hash,
              access_token_salt, sealed_userinfo_claims, masked_userinfo_key)
      select r.auth_request_id, time, time, time + make_interval(secs => ${grantSeconds}),
             least(time + make_interval(secs => ${refreshSeconds}), ends_at),
             least(time + make_interval(secs => ${refreshSeconds}), ends_at), access_ends_at, ends_at,
             c.once, c.keeps_up_to_date, c.auth_time, c.acr, c.client_id, c.user_id, c.session_id, c.approved_scopes,
             ${exchange.bindsToKey ? (exchange.jkt ?? null) : null}::text, ${refreshToken.hash}::bytea, ${exchange.salt}::bytea,
             c.sealed_userinfo_claims, c.masked_userinfo_key # ${exchange.maskChange}::bit(256)
        from code c, provider.authorization_requests r
       where r.auth_request_id = ${presented.grantId} and c.outcome = 'exchanged'
    )
    select outcome, user_id as "userId", session_id as "sessionId", approved_scopes as scopes, nonce, once,
           auth_time as "authTime", acr, id_token_claims as "idTokenClaims",
           sealed_data_token as "sealedDataToken", masked_userinfo_key as "maskedKey", time as "issuedAt",
           ends_at as "endsAt", ends_at::text as "exactEnd", time::text as "exactTime"
      from code`)
}

/**
 * Shortens a user's other codes and grants. Codes come first: that statement waits for exchanges under way, and the
 * next one sees their grants; repeated until no grant is left, because of quick approvals. Requests and grants are
 * never locked together (ADR 55). `exactTime` because a cluster takes no clock in a write to all machines.
 */
async function endEarlierGrants(
  sql: SqlPool,
  { presented: { grantId }, clientId }: CodeExchange,
  { userId, once, exactEnd, exactTime }: ExchangedCode,
): Promise<void> {
  const end = exactEnd ?? null
  let shortened: readonly unknown[]
  do {
    await sql`
      update provider.authorization_requests set grant_ends_at = ${end}::timestamptz
       where user_id = ${userId} and client_id = ${clientId} and code_hash is not null and code_used_at is null
         and auth_request_id <> ${grantId} and code_expires_at > ${exactTime}::timestamptz
         and (grant_ends_at is null or grant_ends_at > ${end}::timestamptz)`
    shortened = await sql`
      update provider.grants
         set ends_at = least(ends_at, ${end}::timestamptz), leaves_at = least(leaves_at, ${end}::timestamptz),
             once = once or ${once}::boolean
       where user_id = ${userId} and client_id = ${clientId} and revoked_at is null
         and (ends_at is null or ends_at > ${end}::timestamptz or (${once}::boolean and not once))
      returning 1`
  } while (shortened.length > 0)
}
