import { type Sql, type SqlPool, sqlText, type Transaction } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'
import type { SealedUserinfoClaims } from '../codes/userinfo-claims.ts'
import { OPENED_STAYS_SECONDS } from './request.store.ts'

export type Approval = {
  readonly authRequestId: string
  readonly userId: string
  readonly subject: string
  /** The data token's audience; must be the request's client. */
  readonly clientId: string
  readonly sessionId: string | undefined
  readonly approvedScopes: readonly string[]
  /** Cannot be left out if requested. */
  readonly requiredScopes: readonly string[]
  readonly codeHash: Buffer
  readonly codeLifetimeSeconds: number
  readonly sealedDataToken: Buffer
  readonly dataTokenExpiresAt: Date
  /** The last sign-in in Unix seconds, if the data token says it. */
  readonly authTime: number | undefined
  /** How the person signed in, if the data token says it. */
  readonly acr: string | undefined
  /** Of the data token. */
  readonly claimNames: readonly string[]
  readonly userinfoClaims: SealedUserinfoClaims | undefined
  readonly once: boolean
  /** The end that the user chose. */
  readonly grantEndsAt: Date | undefined
  readonly keepsUpToDate: boolean
}

export type Decision = {
  /** All but `decided` changed nothing. `repeated`: the same code exists, unused. */
  readonly outcome:
    | 'decided'
    | 'repeated'
    | 'not_pending'
    | 'expired'
    | 'other_client'
    | 'scope_not_requested'
    | 'claim_not_requested'
    | 'required_scope_missing'
    | 'sign_in_too_old'
    | 'sign_in_too_weak'
    | 'other_person'
    | 'not_allowed_before'
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
}

const DECIDED = sqlText`outcome, client_id as "clientId", redirect_uri as "redirectUri", state from decision`

/**
 * Locks the row first, so that one of several approvals finds it pending; undefined for an unknown or another user's
 * request. `prompt=login` and `max_age` need a sign-in since the request began, or that recent: slow consent is not
 * taken for an old sign-in. `acr_values` can need a passkey. `isAllowed`: the user was asked, or an earlier grant allows as much.
 */
export async function storeApproval(sql: Sql, approval: Approval, isAllowed = true): Promise<Decision | undefined> {
  return findRow(sql<Decision>`
    with request as (
      select client_id, redirect_uri, state, status, requested_scopes, requested_claims, expires_at, hinted_subject,
             accepted_acr, code_hash, code_used_at, code_expires_at,
             case when 'login' = any(string_to_array(prompt, ' ')) then created_at
                  when max_age is not null then least(created_at, now() - make_interval(secs => max_age))
             end as signed_in_since,
             greatest(leaves_at, expires_at + make_interval(secs => ${OPENED_STAYS_SECONDS})) as leaves_at
        from provider.authorization_requests
       where auth_request_id = ${approval.authRequestId} and coalesce(user_id = ${approval.userId}, not given_back)
         for update
    ), decision as (
      select client_id, redirect_uri, state, leaves_at,
             case when code_hash = ${approval.codeHash} and code_used_at is null and code_expires_at > now()
                       then 'repeated'
                  when status <> 'pending' then 'not_pending'
                  when expires_at <= now() then 'expired'
                  when client_id <> ${approval.clientId} then 'other_client'
                  when not requested_scopes @> ${approval.approvedScopes}::text[] then 'scope_not_requested'
                  when not coalesce(requested_claims @> ${approval.claimNames}::text[], true) then 'claim_not_requested'
                  when exists (select unnest(${approval.requiredScopes}::text[])
                               intersect select unnest(requested_scopes)
                               except select unnest(${approval.approvedScopes}::text[])) then 'required_scope_missing'
                  when hinted_subject <> ${approval.subject} then 'other_person'
                  when signed_in_since is not null
                       and coalesce(to_timestamp(${approval.authTime ?? null}::bigint)
                                    < date_trunc('second', signed_in_since), true)
                       then 'sign_in_too_old'
                  when accepted_acr is not null and not coalesce(${approval.acr ?? null}::text = any(accepted_acr), false)
                       then 'sign_in_too_weak'
                  when not ${isAllowed}::boolean then 'not_allowed_before'
                  else 'decided' end as outcome
        from request
    ), approved as (
      update provider.authorization_requests r
         set status = 'approved', user_id = ${approval.userId}, decided_at = now(),
             leaves_at = d.leaves_at, session_id = ${approval.sessionId ?? null}::uuid,
             code_hash = ${approval.codeHash}::bytea,
             code_expires_at = now() + make_interval(secs => ${approval.codeLifetimeSeconds}),
             approved_scopes = ${approval.approvedScopes}::text[], once = ${approval.once}::boolean,
             grant_ends_at = ${approval.grantEndsAt ?? null}::timestamptz,
             keeps_up_to_date = ${approval.keepsUpToDate}::boolean, acr = ${approval.acr ?? null}::text,
             auth_time = to_timestamp(${approval.authTime ?? null}::bigint),
             sealed_data_token = ${approval.sealedDataToken}::bytea,
             data_token_expires_at = ${approval.dataTokenExpiresAt}::timestamptz,
             sealed_userinfo_claims = ${approval.userinfoClaims?.sealed ?? null}::bytea,
             masked_userinfo_key = ${approval.userinfoClaims?.maskedKey ?? null}::bit(256)
        from decision d
       where r.auth_request_id = ${approval.authRequestId} and d.outcome = 'decided'
    )
    select ${DECIDED}`)
}

/** Denies a pending request; undefined for an unknown or another user's. */
export async function storeDenial(sql: Sql, authRequestId: string, userId: string): Promise<Decision | undefined> {
  return findRow(sql<Decision>`
    with request as (
      select client_id, redirect_uri, state, status, expires_at,
             greatest(leaves_at, expires_at + make_interval(secs => ${OPENED_STAYS_SECONDS})) as leaves_at
        from provider.authorization_requests
       where auth_request_id = ${authRequestId} and coalesce(user_id = ${userId}, not given_back)
         for update
    ), decision as (
      select *, case when status <> 'pending' then 'not_pending'
                     when expires_at <= now() then 'expired'
                     else 'decided' end as outcome
        from request
    ), denied as (
      update provider.authorization_requests r
         set status = 'denied', user_id = ${userId}, decided_at = now(), leaves_at = d.leaves_at
        from decision d
       where r.auth_request_id = ${authRequestId} and d.outcome = 'decided'
    )
    select ${DECIDED}`)
}

/** The best few: the first one is almost always still there. */
const CANDIDATES = 10

/**
 * Locks the allowing grant first, so that it cannot be revoked meanwhile, then the request (ADR 55). The approval gets
 * that grant's end. One-time grants allow nothing more.
 */
export async function storeQuickApproval(sql: SqlPool, approval: Approval): Promise<Decision | undefined> {
  return sql.transaction(async (transaction) => {
    const allowing = await holdWhatAllows(transaction, approval)
    const grantEndsAt = approval.grantEndsAt ?? allowing?.ends_at ?? undefined
    return storeApproval(transaction, { ...approval, grantEndsAt }, allowing !== undefined)
  })
}

const ALLOWS_MORE = sqlText`
  revoked_at is null and not once and least(refresh_token_expires_at, ends_at) > now()`

/** Grants of a user span shards: list candidates, then lock one by one, latest end first. */
async function holdWhatAllows(sql: Transaction, { userId, clientId, approvedScopes }: Approval) {
  const candidates = await sql<{ grant_id: string }>`
    select grant_id from provider.grants
     where user_id = ${userId} and client_id = ${clientId} and scopes @> ${approvedScopes}::text[] and ${ALLOWS_MORE}
     order by ends_at desc nulls first limit ${CANDIDATES}`
  for (const { grant_id } of candidates) {
    const [held] = await sql<{ ends_at: Date | null }>`
      select ends_at from provider.grants where grant_id = ${grant_id} and ${ALLOWS_MORE} for share`
    if (held) return held
  }
  return undefined
}
