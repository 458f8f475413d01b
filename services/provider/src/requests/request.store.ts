import type { AuthorizationRequestStatus } from '@countersign/contracts'
import type { Sql } from '@countersign/service'

export type NewAuthorizationRequest = {
  readonly authRequestId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
  readonly codeChallenge: string | undefined
  readonly lifetimeSeconds: number
}

export type AuthorizationRequest = {
  readonly authRequestId: string
  readonly clientId: string
  readonly redirectUri: string
  readonly requestedScopes: readonly string[]
  readonly state: string
  readonly status: AuthorizationRequestStatus
  readonly expiresAt: Date
}

export async function insertRequest(sql: Sql, request: NewAuthorizationRequest): Promise<void> {
  await sql`
    insert into provider.authorization_requests
           (auth_request_id, client_id, redirect_uri, requested_scopes, state, code_challenge, expires_at)
    values (${request.authRequestId}, ${request.clientId}, ${request.redirectUri}, ${request.scopes},
            ${request.state}, ${request.codeChallenge ?? null}, now() + make_interval(secs => ${request.lifetimeSeconds}))`
}

type RequestRow = {
  auth_request_id: string
  client_id: string
  redirect_uri: string
  requested_scopes: string[]
  state: string
  status: AuthorizationRequestStatus
  expires_at: Date
}

export async function findRequest(sql: Sql, authRequestId: string): Promise<AuthorizationRequest | undefined> {
  const [row] = await sql<RequestRow>`
    select auth_request_id, client_id, redirect_uri, requested_scopes, state, expires_at,
           case when status = 'pending' and expires_at <= now() then 'expired' else status end as status
      from provider.authorization_requests
     where auth_request_id = ${authRequestId}`
  return (
    row && {
      authRequestId: row.auth_request_id,
      clientId: row.client_id,
      redirectUri: row.redirect_uri,
      requestedScopes: row.requested_scopes,
      state: row.state,
      status: row.status,
      expiresAt: row.expires_at,
    }
  )
}

export type Approval = {
  readonly authRequestId: string
  readonly userId: string
  /** The audience of the data token, which must be the client that asked. */
  readonly clientId: string
  readonly approvedScopes: readonly string[]
  /** What the client cannot do without, whenever it asks for it. */
  readonly requiredScopes: readonly string[]
  readonly codeHash: Buffer
  readonly codeLifetimeSeconds: number
  readonly sealedDataToken: Buffer
  readonly dataTokenExpiresAt: Date
  /** For userinfo, when `openid` is approved. */
  readonly sealedClaims: { readonly sealedClaims: Buffer; readonly maskedKey: string } | undefined
}

/** How a decision on a request ended; anything but `decided` changed nothing. */
export type DecisionOutcome =
  | 'decided'
  | 'not_pending'
  | 'expired'
  | 'other_client'
  | 'scope_not_requested'
  | 'required_scope_missing'

export type Decision = { readonly outcome: DecisionOutcome; readonly redirectUri: string; readonly state: string }

type DecisionRow = { outcome: DecisionOutcome; redirect_uri: string; state: string }

/**
 * Approves a pending request and stores its code; answers nothing for an unknown request. The row is locked before it is
 * looked at, so of several approvals at once exactly one finds it pending.
 */
export async function approveRequest(sql: Sql, approval: Approval): Promise<Decision | undefined> {
  const [row] = await sql<DecisionRow>`
    with request as (
      select auth_request_id, client_id, redirect_uri, state, nonce, code_challenge, status, requested_scopes, expires_at
        from provider.authorization_requests
       where auth_request_id = ${approval.authRequestId}
         for update
    ), decision as (
      select *, case when status <> 'pending' then 'not_pending'
                     when expires_at <= now() then 'expired'
                     when client_id <> ${approval.clientId} then 'other_client'
                     when not requested_scopes @> ${approval.approvedScopes}::text[] then 'scope_not_requested'
                     when exists (select unnest(${approval.requiredScopes}::text[]) intersect select unnest(requested_scopes)
                                  except select unnest(${approval.approvedScopes}::text[])) then 'required_scope_missing'
                     else 'decided' end as outcome
        from request
    ), approved as (
      update provider.authorization_requests r
         set status = 'approved', user_id = ${approval.userId}, decided_at = now()
        from decision d
       where r.auth_request_id = d.auth_request_id and d.outcome = 'decided'
    ), code as (
      insert into provider.authorization_codes
             (code_hash, auth_request_id, client_id, user_id, redirect_uri, code_challenge, approved_scopes,
              sealed_data_token, data_token_expires_at, sealed_claims, masked_claims_key, nonce, expires_at)
      select ${approval.codeHash}::bytea, auth_request_id, client_id, ${approval.userId}, redirect_uri, code_challenge,
             ${approval.approvedScopes}::text[], ${approval.sealedDataToken}::bytea, ${approval.dataTokenExpiresAt}::timestamptz,
             ${approval.sealedClaims?.sealedClaims ?? null}::bytea, ${approval.sealedClaims?.maskedKey ?? null}::bit(256), nonce,
             now() + make_interval(secs => ${approval.codeLifetimeSeconds})
        from decision
       where outcome = 'decided'
    )
    select outcome, redirect_uri, state from decision`
  return row && toDecision(row)
}

/** Denies a pending request; answers nothing for an unknown one. */
export async function denyRequest(sql: Sql, authRequestId: string, userId: string): Promise<Decision | undefined> {
  const [row] = await sql<DecisionRow>`
    with request as (
      select auth_request_id, redirect_uri, state, status, expires_at
        from provider.authorization_requests
       where auth_request_id = ${authRequestId}
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
    select outcome, redirect_uri, state from decision`
  return row && toDecision(row)
}

function toDecision({ outcome, redirect_uri: redirectUri, state }: DecisionRow): Decision {
  return { outcome, redirectUri, state }
}
