import type { Sql, SqlPool } from '@countersign/service/sql'
import type { MaskChanges } from '../codes/userinfo-claims.ts'
import type { KeyedToken } from './keyed-token.ts'
import { accessTokenMask, leavesAfter, type NewTokens, refreshTokenKey } from './token.store.ts'

export type CodeExchange = NewTokens & {
  readonly presented: KeyedToken
  readonly clientId: string
  readonly redirectUri: string
  /** What the verifier answers to; must equal the code's challenge, absent if the code has none. */
  readonly codeChallenge: string | undefined
  /** Those of the access token; all that were approved if absent. */
  readonly scopes: readonly string[] | undefined
  /** Exchange the code's mask of the claims key for those of the tokens; absent: userinfo gets no claims. */
  readonly maskChanges: MaskChanges | undefined
}

/** `ends_others`: nothing was changed, because more has to be than the rows of this flow. */
type ExchangeOutcome =
  | 'exchanged'
  | 'ends_others'
  | 'other_client'
  | 'other_redirect_uri'
  | 'wrong_verifier'
  | 'wrong_key'
  | 'used'
  | 'expired'
  | 'data_token_expired'

export type ExchangedCode = {
  readonly outcome: ExchangeOutcome
  readonly userId: string
  /** The session that it was approved in. */
  readonly sessionId: string | undefined
  readonly approvedScopes: readonly string[]
  readonly nonce: string | undefined
  readonly sealedDataToken: Buffer | null
  readonly once: boolean
  readonly accessTokenLifetimeSeconds: number
  /** When all of it ends, if the person has chosen an end: to the microsecond, as the database writes it. */
  readonly endsAt: string | null
  readonly decidedAt: string
}

type ExchangeRow = {
  outcome: ExchangeOutcome
  user_id: string
  session_id: string | null
  approved_scopes: string[]
  nonce: string | null
  sealed_data_token: Buffer | null
  once: boolean
  access_lifetime: number
  ends_at: string | null
  decided_at: string
}

/**
 * Spends a code and stores what it is exchanged for, or says why not; answers nothing for an unknown code. An end that the
 * person chose now is one of all that they allowed the app before, redeemed or not: then, and only then, more is changed than
 * the rows of this flow, and first. The app can send the code again if the exchange is not reached.
 */
export async function redeemCode(sql: SqlPool, exchange: CodeExchange): Promise<ExchangedCode | undefined> {
  const exchanged = await exchangeCodeForGrant(sql, exchange, false)
  if (exchanged?.outcome !== 'ends_others') return exchanged
  await endWhatWasAllowedBefore(sql, exchange, exchanged)
  return exchangeCodeForGrant(sql, exchange, true)
}

/**
 * The code's row is locked before it is looked at, so of many exchanges at once exactly one finds it unused; and it is spent
 * only if client, redirect URI, verifier and key hold, so a wrong guess never burns it. What was approved for once has a
 * refresh token that nobody is given: it makes the grant live, and leave, as long as its access token. Every part names the
 * flow, so all of it is done where the flow's rows are: what is inserted takes its key from a row that is there, without which a
 * cluster would send the decision to all of its machines.
 */
async function exchangeCodeForGrant(sql: Sql, exchange: CodeExchange, endsOthers: boolean) {
  const { grantId, tokenHash: codeHash } = exchange.presented
  const [row] = await sql<ExchangeRow>`
    with code as (
      select client_id, user_id, redirect_uri, code_challenge, dpop_jkt, nonce, code_used_at, code_expires_at, approved_scopes,
             session_id, once, grant_ends_at, sealed_data_token, data_token_expires_at, sealed_userinfo_claims, masked_userinfo_key
        from provider.authorization_requests where auth_request_id = ${grantId} and code_hash = ${codeHash} for update
    ), looked_at as (
      select *, case when client_id <> ${exchange.clientId} then 'other_client'
                     when redirect_uri <> ${exchange.redirectUri} then 'other_redirect_uri'
                     when code_challenge is distinct from ${exchange.codeChallenge ?? null}::text then 'wrong_verifier'
                     when dpop_jkt <> coalesce(${exchange.jkt ?? null}::text, '') then 'wrong_key'
                     when code_used_at is not null then 'used'
                     when least(code_expires_at, grant_ends_at) <= now() then 'expired'
                     when data_token_expires_at <= now() then 'data_token_expired'
                     when (once or grant_ends_at is not null) and not ${endsOthers}::boolean then 'ends_others'
                     else 'exchanged' end as outcome,
             least(now() + make_interval(secs => ${exchange.accessTokenLifetimeSeconds}), grant_ends_at) as access_expires_at
        from code
    ), dated as (
      select *, case when once then access_expires_at else grant_ends_at end as ends_at from looked_at
    ), decision as (
      select *, least(now() + least(${exchange.refreshTokenLifetimeSeconds}::int, ${exchange.grantLifetimeSeconds}::int) * interval '1 second',
                      ends_at) as refresh_expires_at,
             case when ${exchange.maskChanges !== undefined}::boolean and not once then sealed_userinfo_claims end as kept_claims
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
      select r.auth_request_id, d.refresh_expires_at, d.refresh_expires_at + make_interval(secs => ${leavesAfter(exchange)}),
             d.once, d.client_id, d.user_id, d.approved_scopes,
             ${exchange.refreshTokenHash}::bytea, ${exchange.accessTokenHash}::bytea, ${refreshTokenKey(exchange)}::text, d.ends_at, d.session_id,
             d.kept_claims, d.masked_userinfo_key # ${exchange.maskChanges?.toRefreshToken ?? null}::bit(256), case when d.kept_claims is not null then 0 end
        from decision d join provider.authorization_requests r on r.auth_request_id = ${grantId} where d.outcome = 'exchanged'
    ), access_token as (
      insert into provider.access_tokens (grant_id, token_hash, scopes, jkt, audience, expires_at, sealed_userinfo_claims, masked_userinfo_key)
      select r.auth_request_id, ${exchange.accessTokenHash}::bytea, ${exchange.scopes ?? null}::text[], ${exchange.jkt ?? null}::text,
             ${exchange.audience ?? null}::text, d.access_expires_at, d.sealed_userinfo_claims, d.masked_userinfo_key # ${accessTokenMask(exchange) ?? null}::bit(256)
        from decision d join provider.authorization_requests r on r.auth_request_id = ${grantId} where d.outcome = 'exchanged'
    )
    select outcome, user_id, session_id, approved_scopes, nonce, sealed_data_token, once,
           extract(epoch from access_expires_at - now())::int as access_lifetime, ends_at::text, now()::text as decided_at from decision`
  return row && toExchangedCode(row)
}

type ChosenEnd = Pick<ExchangedCode, 'userId' | 'once' | 'endsAt' | 'decidedAt'>

/**
 * A person's other grants and codes are all over the place. The codes come first: that statement waits for exchanges that are
 * under way, and the next one sees the grants that they made. A silent approval holds the grant that allows it until its code is
 * there, so it is done until no grant is left to shorten. Each statement stands alone, so that requests and grants are not
 * locked at once (ADR 76). A row that ends as early already is left alone. Codes that expire before need no end: a cluster takes
 * no clock in a write to all of its machines, so that time is the decision's.
 */
async function endWhatWasAllowedBefore(
  sql: SqlPool,
  { presented: { grantId }, clientId }: CodeExchange,
  { userId, once, endsAt, decidedAt }: ChosenEnd,
): Promise<void> {
  let shortened: readonly unknown[]
  do {
    await sql`
      update provider.authorization_requests set grant_ends_at = ${endsAt}::timestamptz
       where user_id = ${userId} and client_id = ${clientId} and code_hash is not null and code_used_at is null
         and auth_request_id <> ${grantId} and code_expires_at > ${decidedAt}::timestamptz
         and (grant_ends_at is null or grant_ends_at > ${endsAt}::timestamptz)`
    shortened = await sql`
      update provider.grants set ends_at = least(ends_at, ${endsAt}::timestamptz), once = once or ${once}::boolean
       where user_id = ${userId} and client_id = ${clientId} and revoked_at is null
         and (ends_at is null or ends_at > ${endsAt}::timestamptz or (${once}::boolean and not once))
      returning 1`
  } while (shortened.length > 0)
}

function toExchangedCode(row: ExchangeRow): ExchangedCode {
  return {
    outcome: row.outcome,
    userId: row.user_id,
    sessionId: row.session_id ?? undefined,
    approvedScopes: row.approved_scopes,
    nonce: row.nonce ?? undefined,
    sealedDataToken: row.sealed_data_token,
    once: row.once,
    accessTokenLifetimeSeconds: row.access_lifetime,
    endsAt: row.ends_at,
    decidedAt: row.decided_at,
  }
}
