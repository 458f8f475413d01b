import type { Sql, SqlPool } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
import { accessTokenMask, leavesAfter, refreshTokenKey, type TokenChange } from './token.store.ts'

export type CodeExchange = TokenChange & {
  readonly redirectUri: string
  /** From the verifier; must equal the code's challenge, or both are undefined. */
  readonly codeChallenge: string | undefined
}

export type ExchangedCode = {
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
  readonly userId: string
  readonly sessionId: string | undefined
  readonly approvedScopes: readonly string[]
  readonly nonce: string | undefined
  readonly sealedDataToken: Buffer | undefined
  readonly once: boolean
  readonly accessTokenLifetimeSeconds: number
  /** The end that the user chose, for `once` the access token's expiry; in the database's microseconds. */
  readonly endsAt: string | undefined
  readonly decidedAt: string
}

/**
 * Undefined for an unknown code. An end that the user chose also ends their earlier grants to the app: those first, so
 * that the app can retry a failed exchange.
 */
export async function redeemCode(sql: SqlPool, exchange: CodeExchange): Promise<ExchangedCode | undefined> {
  const exchanged = await exchangeCodeForGrant(sql, exchange, { endedOthers: false })
  if (exchanged?.outcome !== 'ends_others') return exchanged
  await endEarlierGrants(sql, exchange, exchanged)
  return exchangeCodeForGrant(sql, exchange, { endedOthers: true })
}

/** Whether the user's other grants to the app were shortened before. */
type Attempt = { readonly endedOthers: boolean }

/**
 * Locks the code's row before looking at it: one of many exchanges finds it unused. Spends it only if client, redirect
 * URI, verifier and key hold: a wrong guess never burns it. A one-time grant's refresh token is never handed out. Every
 * part names the flow's id, and inserts take their key from a row: else a cluster asks all machines.
 */
async function exchangeCodeForGrant(sql: Sql, exchange: CodeExchange, { endedOthers }: Attempt) {
  // The flow's id: `auth_request_id` of its request, and from here on `grant_id` of its grant and tokens.
  const { grantId, tokenHash: codeHash } = exchange.presented
  const { accessTokenLifetimeSeconds, refreshTokenLifetimeSeconds, grantLifetimeSeconds } = exchange
  const { toRefreshToken = null } = exchange.maskChanges ?? {}
  return findRow(sql<ExchangedCode>`
    with code as (
      select client_id, user_id, redirect_uri, code_challenge, dpop_jkt, nonce, code_used_at, code_expires_at,
             approved_scopes, session_id, once, grant_ends_at, sealed_data_token, data_token_expires_at,
             sealed_userinfo_claims, masked_userinfo_key
        from provider.authorization_requests where auth_request_id = ${grantId} and code_hash = ${codeHash} for update
    ), looked_at as (
      select *, case when client_id <> ${exchange.clientId} then 'other_client'
                     when redirect_uri <> ${exchange.redirectUri} then 'other_redirect_uri'
                     when code_challenge is distinct from ${exchange.codeChallenge ?? null}::text then 'wrong_verifier'
                     when dpop_jkt <> coalesce(${exchange.jkt ?? null}::text, '') then 'wrong_key'
                     when code_used_at is not null then 'used'
                     when least(code_expires_at, grant_ends_at) <= now() then 'expired'
                     when data_token_expires_at <= now() then 'data_token_expired'
                     when (once or grant_ends_at is not null) and not ${endedOthers}::boolean then 'ends_others'
                     else 'exchanged' end as outcome,
             least(now() + make_interval(secs => ${accessTokenLifetimeSeconds}), grant_ends_at) as access_expires_at
        from code
    ), dated as (
      select *, case when once then access_expires_at else grant_ends_at end as ends_at from looked_at
    ), decision as (
      select *, case when ${exchange.maskChanges !== undefined}::boolean and not once
                     then sealed_userinfo_claims end as kept_claims,
             least(now() + make_interval(secs => ${refreshTokenLifetimeSeconds}),
                   now() + make_interval(secs => ${grantLifetimeSeconds}), ends_at) as refresh_expires_at
        from dated
    ), spent as (
      update provider.authorization_requests r
         set code_used_at = now(), sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null
        from decision d where r.auth_request_id = ${grantId} and d.outcome in ('exchanged', 'data_token_expired')
    ), new_grant as (
      insert into provider.grants
             (grant_id, refresh_token_expires_at, leaves_at, once, client_id, user_id, scopes,
              refresh_token_hash, access_token_hash, dpop_jkt, ends_at, session_id,
              sealed_userinfo_claims, masked_userinfo_key, userinfo_key_rotation)
      select r.auth_request_id as grant_id, d.refresh_expires_at,
             d.refresh_expires_at + make_interval(secs => ${leavesAfter(exchange)}),
             d.once, d.client_id, d.user_id, d.approved_scopes,
             ${exchange.refreshTokenHash}::bytea, ${exchange.accessTokenHash}::bytea,
             ${refreshTokenKey(exchange)}::text, d.ends_at, d.session_id,
             d.kept_claims, d.masked_userinfo_key # ${toRefreshToken}::bit(256),
             case when d.kept_claims is not null then 0 end
        from decision d join provider.authorization_requests r on r.auth_request_id = ${grantId}
       where d.outcome = 'exchanged'
    ), access_token as (
      insert into provider.access_tokens
             (grant_id, token_hash, scopes, jkt, audience, expires_at, sealed_userinfo_claims, masked_userinfo_key)
      select r.auth_request_id as grant_id, ${exchange.accessTokenHash}::bytea, ${exchange.scopes ?? null}::text[],
             ${exchange.jkt ?? null}::text, ${exchange.audience ?? null}::text, d.access_expires_at,
             d.sealed_userinfo_claims, d.masked_userinfo_key # ${accessTokenMask(exchange) ?? null}::bit(256)
        from decision d join provider.authorization_requests r on r.auth_request_id = ${grantId}
       where d.outcome = 'exchanged'
    )
    select outcome, user_id as "userId", session_id as "sessionId", approved_scopes as "approvedScopes", nonce,
           sealed_data_token as "sealedDataToken", once,
           extract(epoch from access_expires_at - now())::int as "accessTokenLifetimeSeconds",
           ends_at::text as "endsAt", now()::text as "decidedAt"
      from decision`)
}

/**
 * Shortens a user's other codes and grants. Codes come first: that statement waits for exchanges under way, and the
 * next one sees their grants; repeated until no grant is left, because of quick approvals. Requests and grants are
 * never locked together (ADR 76). `decidedAt` because a cluster takes no clock in a write to all machines.
 */
async function endEarlierGrants(
  sql: SqlPool,
  { presented: { grantId }, clientId }: CodeExchange,
  { userId, once, endsAt, decidedAt }: ExchangedCode,
): Promise<void> {
  const end = endsAt ?? null
  let shortened: readonly unknown[]
  do {
    await sql`
      update provider.authorization_requests set grant_ends_at = ${end}::timestamptz
       where user_id = ${userId} and client_id = ${clientId} and code_hash is not null and code_used_at is null
         and auth_request_id <> ${grantId} and code_expires_at > ${decidedAt}::timestamptz
         and (grant_ends_at is null or grant_ends_at > ${end}::timestamptz)`
    shortened = await sql`
      update provider.grants set ends_at = least(ends_at, ${end}::timestamptz), once = once or ${once}::boolean
       where user_id = ${userId} and client_id = ${clientId} and revoked_at is null
         and (ends_at is null or ends_at > ${end}::timestamptz or (${once}::boolean and not once))
      returning 1`
  } while (shortened.length > 0)
}
