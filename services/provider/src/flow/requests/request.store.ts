import { type AuthorizationRequestStatus, NO_REDIRECT, type Unanswered } from '@countersign/contracts'
import type { Sql } from '@countersign/service/sql'
import { CODE_LIFETIME_SECONDS } from '../../ground/lifetimes.ts'
import { findRow, hasRow } from '../../ground/rows.ts'
import type { CheckedRequest, ResponseMode } from './check-authorization-request.ts'

export type NewAuthorizationRequest = Omit<CheckedRequest, 'loginHint' | 'idTokenHint' | 'sub'> & {
  readonly authRequestId: string
  readonly clientId: string
  readonly redirectUri: string
  /** For a request that may be repeated; otherwise a taken id is an error. */
  readonly parametersDigest: Buffer | undefined
  readonly sealedLoginHint: Buffer | undefined
  readonly hintedSubject: string | undefined
  /** A pushed request waits for its browser; others are open at once. */
  readonly requestUriHash: Buffer | undefined
  readonly lifetimeSeconds: number
}

export type AuthorizationRequest = {
  readonly authRequestId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly requestedScopes: readonly string[]
  readonly state: string
  readonly responseMode: ResponseMode
  readonly prompt: string | undefined
  readonly maxAgeSeconds: number | undefined
  /** From `max_age`: the last sign-in must be newer. */
  readonly signedInSince: Date | undefined
  readonly acceptedAcr: readonly string[] | undefined
  readonly requestedClaims: readonly string[] | undefined
  readonly essentialClaims: readonly string[] | undefined
  readonly sealedLoginHint: Buffer | undefined
  readonly status: AuthorizationRequestStatus
  readonly expiresAt: Date
}

/** If the id is taken, an equal pending request stays as it is and any other is refused (false). */
export async function insertRequest(sql: Sql, request: NewAuthorizationRequest): Promise<boolean> {
  // No browser knows a request that is only pushed.
  const staysSeconds = request.requestUriHash === undefined ? UNOPENED_STAYS_SECONDS : 0
  return hasRow(sql`
    insert into provider.authorization_requests as stored
           (auth_request_id, client_id, redirect_uri, requested_scopes, state, code_challenge, prompt, nonce, max_age,
            accepted_acr, requested_claims, essential_claims, id_token_claims, sealed_login_hint, hinted_subject, dpop_jkt,
            response_mode, request_uri_hash, parameters_digest, status, expires_at, leaves_at)
    values (${request.authRequestId}, ${request.clientId}, ${request.redirectUri}, ${request.scopes}, ${request.state},
            ${request.codeChallenge ?? null}, ${request.prompt ?? null}, ${request.nonce ?? null},
            ${request.maxAgeSeconds ?? null}, ${request.acceptedAcr ?? null}, ${request.requestedClaims ?? null},
            ${request.essentialClaims ?? null}, ${request.idTokenClaims ?? null}, ${request.sealedLoginHint ?? null},
            ${request.hintedSubject ?? null}, ${request.dpopJkt ?? null}, ${request.responseMode === 'query' ? null : request.responseMode},
            ${request.requestUriHash ?? null}::bytea, ${request.parametersDigest ?? null},
            case when ${request.requestUriHash ?? null}::bytea is null then 'pending' else 'pushed' end,
            now() + make_interval(secs => ${request.lifetimeSeconds}),
            now() + make_interval(secs => ${request.lifetimeSeconds + staysSeconds}))
        on conflict (auth_request_id) do update set status = stored.status
     where stored.status = 'pending' and stored.parameters_digest = excluded.parameters_digest
    returning 1`)
}

/** Assigns the request to the first `userId`; others get undefined. */
export async function findRequest(sql: Sql, authRequestId: string, userId: string | undefined) {
  return findRow(sql<AuthorizationRequest>`
    with request as (
      select auth_request_id, client_id, redirect_uri, requested_scopes, state, response_mode, prompt, max_age,
             accepted_acr, requested_claims, essential_claims, sealed_login_hint, expires_at,
             case when max_age is not null
                  then least(created_at, now() - make_interval(secs => max_age)) end as signed_in_since,
             case when status = 'pending' and expires_at <= now() then 'expired' else status end as status, user_id,
             expires_at + make_interval(secs => ${OPENED_STAYS_SECONDS}) as leaves_at
        from provider.authorization_requests
       where auth_request_id = ${authRequestId} and status <> 'pushed'
         and coalesce(user_id = ${userId ?? null}::text, true)
    ), opened as (
      update provider.authorization_requests r
         set user_id = ${userId ?? null}::text, leaves_at = f.leaves_at
        from request f
       where ${userId ?? null}::text is not null and f.user_id is null and f.status = 'pending'
         and r.auth_request_id = ${authRequestId} and r.user_id is null
    )
    select auth_request_id as "authRequestId", client_id as "clientId", redirect_uri as "redirectUri",
           requested_scopes as "requestedScopes", state, coalesce(response_mode, 'query') as "responseMode", prompt,
           max_age as "maxAgeSeconds", signed_in_since as "signedInSince", accepted_acr as "acceptedAcr",
           requested_claims as "requestedClaims", essential_claims as "essentialClaims", sealed_login_hint as "sealedLoginHint",
           status, expires_at as "expiresAt"
      from request`)
}

/**
 * Ends a pending `prompt=none` request or, as denied or unmet, one of an app with an address that no one has opened; undefined
 * for any other.
 */
export async function endUnanswered(sql: Sql, authRequestId: string, error: Unanswered) {
  return findRow(sql<Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'state' | 'responseMode'>>`
    update provider.authorization_requests set status = 'denied', decided_at = now()
     where auth_request_id = ${authRequestId} and status = 'pending'
       and case when ${error}::text in ('access_denied', 'unmet_authentication_requirements')
                then user_id is null and coalesce(prompt, '') <> 'none' and redirect_uri <> ${NO_REDIRECT}
                     and (accepted_acr is not null or ${error}::text = 'access_denied')
                else prompt = 'none' end
    returning client_id as "clientId", redirect_uri as "redirectUri", state,
              coalesce(response_mode, 'query') as "responseMode"`)
}

/** Unassigns a pending request, unless it is another user's; answers whether it is unassigned. Idempotent. */
export async function giveBack(sql: Sql, authRequestId: string, userId: string): Promise<boolean> {
  return hasRow(sql`
    update provider.authorization_requests
       set user_id = null, given_back = true
     where auth_request_id = ${authRequestId} and coalesce(user_id = ${userId}, true)
       and status = 'pending' and expires_at > now()
    returning 1`)
}

const HOUR = 3_600
const DAY = 86_400

/** Long enough for the sign-in page to explain; anyone can create requests. */
export const UNOPENED_STAYS_SECONDS = HOUR

/**
 * A day longer: the page can still explain, the challenge stays known (RFC 9700 §2.1.1), and a replayed code revokes
 * its grant (RFC 6749 §4.1.2).
 */
export const OPENED_STAYS_SECONDS = DAY + CODE_LIFETIME_SECONDS

export type Opening = {
  readonly authRequestId: string
  readonly requestUriHash: Buffer
  readonly clientId: string
  readonly lifetimeSeconds: number
}

/** Undefined if the request is unknown, expired, answered or another client's. Reopening extends nothing. */
export async function openPushedRequest(sql: Sql, opening: Opening) {
  return findRow(sql<{ readonly authRequestId: string; readonly prompt: string | undefined }>`
    with request as (
      select auth_request_id, prompt, status
        from provider.authorization_requests
       where auth_request_id = ${opening.authRequestId} and request_uri_hash = ${opening.requestUriHash}
         and client_id = ${opening.clientId} and status in ('pushed', 'pending') and expires_at > now()
         for update
    ), opened as (
      update provider.authorization_requests r
         set status = 'pending', created_at = now(),
             expires_at = now() + make_interval(secs => ${opening.lifetimeSeconds}),
             leaves_at = now() + make_interval(secs => ${opening.lifetimeSeconds + UNOPENED_STAYS_SECONDS})
        from request f
       where r.auth_request_id = ${opening.authRequestId} and f.status = 'pushed'
    )
    select auth_request_id as "authRequestId", prompt from request`)
}
