import type { AuthorizationRequestStatus } from '@countersign/contracts'
import { type Sql, sqlText } from '@countersign/service'
import type { SealedUserinfoClaims } from '../codes/userinfo-claims.ts'
import type { CheckedRequest, ResponseMode } from './check-authorization-request.ts'

export type NewAuthorizationRequest = Omit<CheckedRequest, 'loginHint' | 'idTokenHint'> & {
  readonly authRequestId: string
  readonly clientId: string
  readonly redirectUri: string
  /** Of a request that may come again; absent where the same identifier means a mistake. */
  readonly parametersDigest: Buffer | undefined
  readonly sealedLoginHint: Buffer | undefined
  /** Whom the app asks for, by the name that it knows them under. */
  readonly hintedSubject: string | undefined
  /** Of a pushed request, which waits for its browser; the others are open at once. */
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
  readonly sealedLoginHint: Buffer | undefined
  readonly status: AuthorizationRequestStatus
  readonly expiresAt: Date
}

/**
 * Stores a request. Where its identifier is taken, the same request is left as it is while nobody has answered it, and any
 * other is refused by answering false: the primary key decides, so of many at once one is stored and the rest find it.
 */
export async function insertRequest(sql: Sql, request: NewAuthorizationRequest): Promise<boolean> {
  const stored = await sql`
    insert into provider.authorization_requests as stored
           (auth_request_id, client_id, redirect_uri, requested_scopes, state, code_challenge, prompt, nonce, max_age,
            sealed_login_hint, hinted_subject, dpop_jkt, response_mode, request_uri_hash, parameters_digest, status, expires_at)
    values (${request.authRequestId}, ${request.clientId}, ${request.redirectUri}, ${request.scopes}, ${request.state},
            ${request.codeChallenge ?? null}, ${request.prompt ?? null}, ${request.nonce ?? null},
            ${request.maxAgeSeconds ?? null}, ${request.sealedLoginHint ?? null}, ${request.hintedSubject ?? null}, ${request.dpopJkt ?? null},
            ${request.responseMode === 'query' ? null : request.responseMode},
            ${request.requestUriHash ?? null}::bytea, ${request.parametersDigest ?? null},
            case when ${request.requestUriHash ?? null}::bytea is null then 'pending' else 'pushed' end,
            now() + make_interval(secs => ${request.lifetimeSeconds}))
        on conflict (auth_request_id) do update set status = stored.status
     where stored.status = 'pending' and stored.parameters_digest = excluded.parameters_digest
    returning 1`
  return stored.length > 0
}

type RequestRow = {
  auth_request_id: string
  client_id: string
  redirect_uri: string
  requested_scopes: string[]
  state: string
  response_mode: ResponseMode | null
  prompt: string | null
  max_age: number | null
  sealed_login_hint: Buffer | null
  status: AuthorizationRequestStatus
  expires_at: Date
}

/**
 * A request that a browser has opened; one that was only pushed is nobody's yet. The first person to read it makes it theirs,
 * and everybody else is told that there is none; without a `userId` nobody's claim is made or checked.
 */
export async function findRequest(
  sql: Sql,
  authRequestId: string,
  userId: string | undefined,
): Promise<AuthorizationRequest | undefined> {
  const [row] = await sql<RequestRow>`
    with request as (
      select auth_request_id, client_id, redirect_uri, requested_scopes, state, response_mode, prompt, max_age,
             sealed_login_hint, expires_at,
             case when status = 'pending' and expires_at <= now() then 'expired' else status end as status, opened_by
        from provider.authorization_requests
       where auth_request_id = ${authRequestId} and status <> 'pushed'
         and coalesce(opened_by = ${userId ?? null}::text, true)
    ), opened as (
      update provider.authorization_requests r set opened_by = ${userId ?? null}::text
        from request f
       where ${userId ?? null}::text is not null and f.opened_by is null and f.status = 'pending'
         and r.auth_request_id = f.auth_request_id and r.opened_by is null
    )
    select * from request`
  return (
    row && {
      authRequestId: row.auth_request_id,
      clientId: row.client_id,
      redirectUri: row.redirect_uri,
      requestedScopes: row.requested_scopes,
      state: row.state,
      responseMode: row.response_mode ?? 'query',
      prompt: row.prompt ?? undefined,
      maxAgeSeconds: row.max_age ?? undefined,
      sealedLoginHint: row.sealed_login_hint ?? undefined,
      status: row.status,
      expiresAt: row.expires_at,
    }
  )
}

export type Approval = {
  readonly authRequestId: string
  readonly userId: string
  /** What the client knows the person by. */
  readonly subject: string
  /** The audience of the data token, which must be the client that asked. */
  readonly clientId: string
  readonly approvedScopes: readonly string[]
  /** What the client cannot do without, whenever it asks for it. */
  readonly requiredScopes: readonly string[]
  readonly codeHash: Buffer
  readonly codeLifetimeSeconds: number
  readonly sealedDataToken: Buffer
  readonly dataTokenExpiresAt: Date
  /** When the person last signed in, Unix time in seconds; absent if the data token does not say. */
  readonly authTime: number | undefined
  /** For userinfo, when `openid` is approved. */
  readonly userinfoClaims: SealedUserinfoClaims | undefined
  /** Whether the app gets no refresh token. */
  readonly once: boolean
  /** When the person wants it to end, whatever the app does. */
  readonly grantEndsAt: Date | undefined
  /** Whether nobody was asked: then it is approved only if a grant allows it, and for as long as that one. */
  readonly isUnasked: boolean
}

/** How a decision on a request ended; anything but `decided` changed nothing. `repeated`: the code is there, and unused. */
export type DecisionOutcome =
  | 'decided'
  | 'repeated'
  | 'not_pending'
  | 'expired'
  | 'other_client'
  | 'scope_not_requested'
  | 'required_scope_missing'
  | 'sign_in_too_old'
  | 'other_person'
  | 'not_allowed_before'

export type Decision = {
  readonly outcome: DecisionOutcome
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string
}

type DecisionRow = { outcome: DecisionOutcome; client_id: string; redirect_uri: string; state: string }

/**
 * Approves a pending request and stores its code; answers nothing for an unknown request, or another person's. The row is
 * locked before it is looked at, so of several approvals at once exactly one finds it pending. Where the app wants a new
 * sign-in (`prompt=login`), it must be one since the request began; where it set a `max_age`, one that recent, or since the
 * request began, so that a slow consent is not taken for an old sign-in. The grants that allow an approval of which nobody
 * was asked are held, so that none is taken back meanwhile; none that was given only for once is among them.
 */
export async function storeApproval(sql: Sql, approval: Approval): Promise<Decision | undefined> {
  const [row] = await sql<DecisionRow>`
    with request as (
      select auth_request_id, client_id, redirect_uri, state, code_challenge, status, requested_scopes, expires_at,
             nonce, dpop_jkt, hinted_subject, ${approval.userId}::text as person, ${approval.isUnasked}::boolean as is_unasked,
             ${approval.approvedScopes}::text[] as approved_scopes, case when 'login' = any(string_to_array(prompt, ' ')) then created_at
                       when max_age is not null then least(created_at, now() - make_interval(secs => max_age))
                   end as signed_in_since
        from provider.authorization_requests
       where auth_request_id = ${approval.authRequestId} and coalesce(opened_by = ${approval.userId}, not given_back)
         for update
    ), ${WHAT_ALLOWS_IT}, decision as (
      select *, case when exists (select from provider.authorization_codes
                                    where code_hash = ${approval.codeHash} and used_at is null and expires_at > now())
                          then 'repeated'
                     when status <> 'pending' then 'not_pending'
                     when expires_at <= now() then 'expired'
                     when client_id <> ${approval.clientId} then 'other_client'
                     when not requested_scopes @> approved_scopes then 'scope_not_requested'
                     when exists (select unnest(${approval.requiredScopes}::text[]) intersect select unnest(requested_scopes)
                                  except select unnest(approved_scopes)) then 'required_scope_missing'
                     when hinted_subject <> ${approval.subject} then 'other_person'
                     when signed_in_since is not null
                          and coalesce(to_timestamp(${approval.authTime ?? null}::bigint) < date_trunc('second', signed_in_since), true)
                          then 'sign_in_too_old'
                     when is_unasked and (select latest_end is null and not is_open from allowed) then 'not_allowed_before'
                     else 'decided' end as outcome
        from request
    ), approved as (
      update provider.authorization_requests r
         set status = 'approved', user_id = d.person, decided_at = now()
        from decision d
       where r.auth_request_id = d.auth_request_id and d.outcome = 'decided'
    ), code as (
      insert into provider.authorization_codes
             (code_hash, auth_request_id, client_id, user_id, redirect_uri, code_challenge, approved_scopes,
              sealed_data_token, data_token_expires_at, sealed_userinfo_claims, masked_userinfo_key, nonce, dpop_jkt,
              once, grant_ends_at, expires_at)
      select ${approval.codeHash}::bytea, auth_request_id, client_id, person, redirect_uri, code_challenge,
             approved_scopes, ${approval.sealedDataToken}::bytea, ${approval.dataTokenExpiresAt}::timestamptz,
             ${approval.userinfoClaims?.sealed ?? null}::bytea, ${approval.userinfoClaims?.maskedKey ?? null}::bit(256),
             nonce, dpop_jkt, ${approval.once}::boolean,
             coalesce(${approval.grantEndsAt ?? null}::timestamptz, (select latest_end from allowed)),
             now() + make_interval(secs => ${approval.codeLifetimeSeconds})
        from decision
       where outcome = 'decided'
    )
    select outcome, client_id, redirect_uri, state from decision`
  return row && toDecision(row)
}

/** Until when the person allows these scopes already: without an end where one grant has none. */
const WHAT_ALLOWS_IT = sqlText`
    allowing as (
      select g.ends_at
        from request r
        join provider.grants g on g.user_id = r.person and g.client_id = r.client_id
        join provider.refresh_tokens t on t.token_hash = g.refresh_token_hash
       where r.is_unasked and g.revoked_at is null and not g.once and g.scopes @> r.approved_scopes
         and least(t.expires_at, g.ends_at) > now()
         for share of g
    ), allowed as (
      select coalesce(bool_or(ends_at is null), false) as is_open,
             case when bool_and(ends_at is not null) then max(ends_at) end as latest_end
        from allowing
    )`

/** Denies a pending request; answers nothing for an unknown one, or another person's. */
export async function storeDenial(sql: Sql, authRequestId: string, userId: string): Promise<Decision | undefined> {
  const [row] = await sql<DecisionRow>`
    with request as (
      select auth_request_id, client_id, redirect_uri, state, status, expires_at
        from provider.authorization_requests
       where auth_request_id = ${authRequestId} and coalesce(opened_by = ${userId}, not given_back)
         for update
    ), decision as (
      select *, case when status <> 'pending' then 'not_pending'
                     when expires_at <= now() then 'expired'
                     else 'decided' end as outcome
        from request
    ), denied as (
      update provider.authorization_requests r
         set status = 'denied', user_id = ${userId}, decided_at = now()
        from decision d
       where r.auth_request_id = d.auth_request_id and d.outcome = 'decided'
    )
    select outcome, client_id, redirect_uri, state from decision`
  return row && toDecision(row)
}

export type UnansweredRequest = Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'state' | 'responseMode'>

/** Ends a pending request that nobody may be asked about (`prompt=none`); answers nothing for any other. */
export async function endUnanswered(sql: Sql, authRequestId: string): Promise<UnansweredRequest | undefined> {
  const [row] = await sql<Pick<RequestRow, 'client_id' | 'redirect_uri' | 'state' | 'response_mode'>>`
    update provider.authorization_requests set status = 'denied', decided_at = now()
     where auth_request_id = ${authRequestId} and prompt = 'none' and status = 'pending'
    returning client_id, redirect_uri, state, response_mode`
  return (
    row && {
      clientId: row.client_id,
      redirectUri: row.redirect_uri,
      state: row.state,
      responseMode: row.response_mode ?? 'query',
    }
  )
}

function toDecision({ client_id: clientId, redirect_uri: redirectUri, ...decision }: DecisionRow): Decision {
  return { ...decision, clientId, redirectUri }
}
