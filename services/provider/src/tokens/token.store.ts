import { type Sql, sqlText } from '@countersign/service'
import { REMEMBERED_ROTATIONS } from '../lifetimes.ts'

/** The key that tokens are bound to (RFC 9449 §5), by its thumbprint. */
export type KeyBinding = {
  /** What the request's DPoP proof was signed with; absent where tokens work for any bearer. */
  readonly jkt: string | undefined
  /** A public client's refresh token is bound too, for nothing else holds it to its owner. */
  readonly bindsRefreshToken: boolean
}

/** The hashes of a new pair of tokens. */
export type NewTokens = {
  readonly accessTokenHash: Buffer
  readonly refreshTokenHash: Buffer
  readonly accessTokenLifetimeSeconds: number
  readonly refreshTokenLifetimeSeconds: number
  /** Counted from the approval: no refresh token lives beyond it. */
  readonly grantLifetimeSeconds: number
} & KeyBinding

export type CodeExchange = NewTokens & {
  readonly codeHash: Buffer
  readonly clientId: string
  readonly redirectUri: string
  /** What the verifier answers to; must equal the code's challenge, absent if the code has none. */
  readonly codeChallenge: string | undefined
  readonly grantId: string
  /** Exchanges the code's mask of the claims key for the access token's; absent: userinfo gets no claims. */
  readonly claimsMaskChange: string | undefined
}

export type ExchangeOutcome =
  | 'exchanged'
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
  readonly approvedScopes: readonly string[]
  readonly nonce: string | undefined
  readonly sealedDataToken: Buffer | null
  readonly once: boolean
  readonly accessTokenLifetimeSeconds: number
  /** The grant that an earlier exchange of this code made. */
  readonly earlierGrantId: string | null
}

type ExchangeRow = {
  outcome: ExchangeOutcome
  user_id: string
  approved_scopes: string[]
  nonce: string | null
  sealed_data_token: Buffer | null
  once: boolean
  access_lifetime: number
  grant_id: string | null
}

/**
 * Spends a code and stores what it is exchanged for, or says why not; answers nothing for an unknown code. The code's row
 * is locked before it is looked at, so of many exchanges at once exactly one finds it unused; and it is spent only if client,
 * redirect URI, verifier and key hold, so a wrong guess never burns it. What was approved for once has a refresh token that
 * nobody is given: it makes the grant live, and leave, as long as its access token. An end that the person chose now is one
 * of all that they allowed the app before, redeemed or not.
 */
export async function exchangeCodeForGrant(sql: Sql, exchange: CodeExchange): Promise<ExchangedCode | undefined> {
  const [row] = await sql<ExchangeRow>`
    with code as (
      select * from provider.authorization_codes where code_hash = ${exchange.codeHash} for update
    ), looked_at as (
      select *, case when client_id <> ${exchange.clientId} then 'other_client'
                     when redirect_uri <> ${exchange.redirectUri} then 'other_redirect_uri'
                     when code_challenge is distinct from ${exchange.codeChallenge ?? null}::text then 'wrong_verifier'
                     when dpop_jkt <> coalesce(${exchange.jkt ?? null}::text, '') then 'wrong_key'
                     when used_at is not null then 'used'
                     when least(expires_at, grant_ends_at) <= now() then 'expired'
                     when data_token_expires_at <= now() then 'data_token_expired'
                     else 'exchanged' end as outcome,
             least(now() + make_interval(secs => ${exchange.accessTokenLifetimeSeconds}), grant_ends_at) as access_expires_at
        from code
    ), decision as (
      select *, case when once then access_expires_at else grant_ends_at end as ends_at from looked_at
    ), spent as (
      update provider.authorization_codes c
         set used_at = now(), sealed_data_token = null, sealed_userinfo_claims = null, masked_userinfo_key = null,
             grant_id = case when d.outcome = 'exchanged' then ${exchange.grantId}::uuid end
        from decision d
       where c.code_hash = d.code_hash and d.outcome in ('exchanged', 'data_token_expired')
    ), new_grant as (
      insert into provider.grants (grant_id, client_id, user_id, scopes, refresh_token_hash, access_token_hash, dpop_jkt, ends_at, once)
      select ${exchange.grantId}::uuid, client_id, user_id, approved_scopes,
             ${exchange.refreshTokenHash}::bytea, ${exchange.accessTokenHash}::bytea, ${refreshTokenKey(exchange)}::text,
             ends_at, once
        from decision where outcome = 'exchanged'
    ), ${WHAT_WAS_ALLOWED_BEFORE_ENDS_TOO}
    ), refresh_token as (
      insert into provider.refresh_tokens (token_hash, grant_id, expires_at)
      select ${exchange.refreshTokenHash}::bytea, ${exchange.grantId}::uuid,
             least(now() + least(${exchange.refreshTokenLifetimeSeconds}::int, ${exchange.grantLifetimeSeconds}::int) * interval '1 second',
                   ends_at)
        from decision where outcome = 'exchanged'
    ), access_token as (
      insert into provider.access_tokens
             (token_hash, grant_id, scopes, jkt, expires_at, sealed_userinfo_claims, masked_userinfo_key)
      select ${exchange.accessTokenHash}::bytea, ${exchange.grantId}::uuid, approved_scopes, ${exchange.jkt ?? null}::text,
             access_expires_at,
             sealed_userinfo_claims, masked_userinfo_key # ${exchange.claimsMaskChange ?? null}::bit(256)
        from decision where outcome = 'exchanged'
    )
    select outcome, user_id, approved_scopes, nonce, sealed_data_token, once, grant_id,
           extract(epoch from access_expires_at - now())::int as access_lifetime
      from decision`
  return row && toExchangedCode(row)
}

/**
 * An end that was chosen, for all that the app was allowed before. A code that is being redeemed at this moment is passed
 * over: two exchanges never wait for each other.
 */
const WHAT_WAS_ALLOWED_BEFORE_ENDS_TOO = sqlText`
    shortened as (
      update provider.grants g set ends_at = least(g.ends_at, d.ends_at), once = g.once or d.once
        from decision d
       where d.outcome = 'exchanged' and d.ends_at is not null
         and g.user_id = d.user_id and g.client_id = d.client_id and g.revoked_at is null
    ), shortened_codes as (
      update provider.authorization_codes c set grant_ends_at = least(c.grant_ends_at, d.ends_at)
        from decision d
       where d.outcome = 'exchanged' and d.ends_at is not null
         and c.code_hash = any(array(
           select o.code_hash from provider.authorization_codes o join decision n using (user_id, client_id)
            where o.code_hash <> n.code_hash and o.used_at is null for update of o skip locked))`

function toExchangedCode(row: ExchangeRow): ExchangedCode {
  return {
    outcome: row.outcome,
    userId: row.user_id,
    approvedScopes: row.approved_scopes,
    nonce: row.nonce ?? undefined,
    sealedDataToken: row.sealed_data_token,
    once: row.once,
    accessTokenLifetimeSeconds: row.access_lifetime,
    earlierGrantId: row.grant_id,
  }
}

/** Ends a grant: its refresh and access tokens are dead from now on. */
export async function revokeGrant(sql: Sql, grantId: string): Promise<void> {
  await sql`update provider.grants set revoked_at = now() where grant_id = ${grantId} and revoked_at is null`
}

export type Refresh = NewTokens & {
  readonly presentedHash: Buffer
  readonly clientId: string
  /** A narrower scope for the new access token; the whole grant's if absent. */
  readonly scopes: readonly string[] | undefined
}

export type RefreshOutcome =
  | 'rotated'
  | 'retried'
  | 'other_client'
  | 'wrong_key'
  | 'revoked'
  | 'expired'
  | 'scope_not_granted'
  | 'reused'

export type RefreshedGrant = {
  readonly outcome: RefreshOutcome
  readonly grantId: string
  readonly userId: string
  readonly scopes: readonly string[]
  readonly accessTokenLifetimeSeconds: number
  /** The access token that was the grant's newest until now. */
  readonly formerAccessTokenHash: Buffer
}

type RefreshRow = {
  outcome: RefreshOutcome
  grant_id: string
  user_id: string
  access_scopes: string[]
  access_lifetime: number
  access_token_hash: Buffer
}

/**
 * Rotates a refresh token, or says why not; answers nothing for an unknown one. All is decided under the lock of the
 * grant's row, so a grant never has two living descendants of one token (RFC 9700 §4.14.2). Nobody without the key that a
 * grant is bound to gets as far as that. Say that A was refreshed to B, and B to C, which is the current one:
 * - C is `rotated`: D becomes current, and C stays behind as the previous one, in case the answer is lost;
 * - B is `retried` while nothing of C's pair was used: D takes the place of C, and B stays the previous one;
 * - A is `reused`, and so is B once C's pair was used: somebody holds a copy, and the grant ends.
 * With each rotation one token comes and at most one is forgotten, so a grant's rows do not pile up.
 */
export async function rotateRefreshToken(sql: Sql, refresh: Refresh): Promise<RefreshedGrant | undefined> {
  const [row] = await sql<RefreshRow>`
    with held as (
      select g.*, t.token_hash, t.expires_at
        from provider.refresh_tokens t join provider.grants g using (grant_id)
       where t.token_hash = ${refresh.presentedHash}
         for update of g
    ), decision as (
      select *, coalesce(${refresh.scopes ?? null}::text[], scopes) as access_scopes,
             case when client_id <> ${refresh.clientId} then 'other_client'
                  when dpop_jkt <> coalesce(${refresh.jkt ?? null}::text, '') then 'wrong_key'
                  when revoked_at is not null then 'revoked'
                  when token_hash not in (refresh_token_hash, coalesce(previous_refresh_token_hash, refresh_token_hash)) then 'reused'
                  when least(expires_at, ends_at, created_at + make_interval(secs => ${refresh.grantLifetimeSeconds})) <= now() then 'expired'
                  when not scopes @> coalesce(${refresh.scopes ?? null}::text[], scopes) then 'scope_not_granted'
                  when token_hash = refresh_token_hash then 'rotated'
                  else 'retried' end as outcome,
             least(now() + make_interval(secs => ${refresh.accessTokenLifetimeSeconds}), ends_at) as access_expires_at
        from held
    ), ended as (
      update provider.grants g set revoked_at = now()
        from decision d
       where g.grant_id = d.grant_id and d.outcome = 'reused'
    ), rotated as (
      update provider.grants g
         set refresh_token_hash = ${refresh.refreshTokenHash}::bytea, previous_refresh_token_hash = d.token_hash,
             access_token_hash = ${refresh.accessTokenHash}::bytea, rotation = g.rotation + 1, last_used_at = now(),
             dpop_jkt = coalesce(g.dpop_jkt, ${refreshTokenKey(refresh)}::text)
        from decision d
       where g.grant_id = d.grant_id and d.outcome in ('rotated', 'retried')
    ), refresh_token as (
      insert into provider.refresh_tokens (token_hash, grant_id, rotation, expires_at)
      select ${refresh.refreshTokenHash}::bytea, grant_id, rotation + 1,
             least(now() + make_interval(secs => ${refresh.refreshTokenLifetimeSeconds}),
                   created_at + make_interval(secs => ${refresh.grantLifetimeSeconds}), ends_at)
        from decision where outcome in ('rotated', 'retried')
    ), forgotten as (
      delete from provider.refresh_tokens t
       using decision d
       where d.outcome in ('rotated', 'retried') and t.grant_id = d.grant_id
         and t.rotation <= d.rotation - ${REMEMBERED_ROTATIONS}::int and t.token_hash <> d.token_hash
    ), access_token as (
      insert into provider.access_tokens (token_hash, grant_id, scopes, jkt, expires_at)
      select ${refresh.accessTokenHash}::bytea, grant_id, access_scopes, ${refresh.jkt ?? null}::text, access_expires_at
        from decision where outcome in ('rotated', 'retried')
    )
    select *, extract(epoch from access_expires_at - now())::int as access_lifetime from decision`
  return row && toRefreshedGrant(row)
}

function toRefreshedGrant(row: RefreshRow): RefreshedGrant {
  return {
    outcome: row.outcome,
    grantId: row.grant_id,
    userId: row.user_id,
    scopes: row.access_scopes,
    accessTokenLifetimeSeconds: row.access_lifetime,
    formerAccessTokenHash: row.access_token_hash,
  }
}

/** Ends one access token, whose pair was replaced before it was used. */
export async function deleteAccessToken(sql: Sql, tokenHash: Buffer): Promise<void> {
  await sql`delete from provider.access_tokens where token_hash = ${tokenHash}`
}

function refreshTokenKey({ jkt, bindsRefreshToken }: KeyBinding): string | null {
  return bindsRefreshToken && jkt !== undefined ? jkt : null
}
