import { type Static, Type } from 'typebox'
import { Named, OneOf, Timestamp } from './primitives.ts'

/**
 * Error codes of the OAuth endpoints and the status each is answered with
 * (RFC 6749 §4.1.2.1 and §5.2, RFC 6750 §3.1, RFC 7009 §2.2.1, RFC 7591 §3.2.2, RFC 8628 §3.5, RFC 8707 §2, OpenID
 * Connect Core §3.1.2.6, RFC 9101 §7, RFC 9449 §5 and §8). `redirect_uri_mismatch`, `request_expired` and `invalid_token` at the token endpoint
 * are this service's own; where a bearer token is shown, `invalid_token` is answered with 401.
 */
export const OAUTH_ERROR_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  redirect_uri_mismatch: 400,
  invalid_grant: 400,
  invalid_token: 400,
  insufficient_scope: 403,
  unsupported_token_type: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 403,
  request_expired: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  invalid_request_uri: 400,
  registration_not_supported: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  login_required: 400,
  consent_required: 400,
  interaction_required: 400,
  unmet_authentication_requirements: 400,
  authorization_pending: 400,
  expired_token: 400,
  slow_down: 429,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  temporarily_unavailable: 503,
  server_error: 500,
} as const

export type OAuthErrorCode = keyof typeof OAUTH_ERROR_STATUS

/** Why a client is not authenticated; recorded beside `invalid_client`, never sent. */
export type ClientAuthenticationFailure =
  | 'unknown_client'
  | 'missing_client'
  | 'wrong_method'
  | 'wrong_secret'
  | 'malformed_proof'
  | 'wrong_assertion'
  | 'expired_assertion'
  | 'used_assertion'

/** Why reuse revoked a grant. */
export type ReplayReason = 'code_replayed' | 'refresh_token_reused'

/** Error codes of the internal endpoints and of the core service, and the status each is answered with. */
export const SERVICE_ERROR_STATUS = {
  invalid_request: 400,
  invalid_scope: 400,
  invalid_claims: 400,
  invalid_token: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_cursor: 400,
  invalid_service_token: 401,
  invalid_admin_token: 401,
  invalid_session: 401,
  invalid_credentials: 401,
  user_mismatch: 403,
  reauth_required: 403,
  consent_required: 403,
  wrong_address: 403,
  insufficient_session: 403,
  not_allowed: 403,
  passkey_required: 403,
  account_suspended: 403,
  sign_ups_closed: 403,
  invitation_required: 403,
  invalid_invitation: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_not_pending: 409,
  login_taken: 409,
  last_secret: 409,
  last_method: 409,
  key_in_use: 409,
  too_many_apps: 409,
  scope_in_use: 409,
  claim_in_use: 409,
  client_in_use: 409,
  managed_by_file: 409,
  request_expired: 410,
  registration_expired: 410,
  staging_expired: 410,
  verification_expired: 410,
  stale_vault: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_vault: 422,
  invalid_passkey: 422,
  prf_required: 422,
  wrong_code: 422,
  invalid_attestation: 422,
  precondition_required: 428,
  too_many_requests: 429,
  server_error: 500,
  service_unavailable: 503,
} as const

export type ServiceErrorCode = keyof typeof SERVICE_ERROR_STATUS

/** RFC 6749 §5.2. */
export const OAuthErrorBody = Type.Object(
  {
    error: Type.String(),
    error_description: Type.String(),
    error_uri: Type.Optional(Type.String({ description: 'Where the documentation explains it, if that is served.' })),
  },
  { $id: 'OAuthError', description: 'Why an OAuth request was refused.' },
)

/** Of `account_suspended`, which only the account's own credential brings. */
const Suspension = Type.Object({
  user_id: Type.String({ description: 'The reference that the person gives to support.' }),
  suspended_at: Timestamp,
  reason: Type.String(),
  support_url: Type.Optional(Type.String({ description: 'Whom to ask (`BRAND_SUPPORT_URL`).' })),
})

/** A refusal of an internal endpoint or of core. */
export const ServiceErrorBody = Type.Object(
  {
    error: Type.String(),
    code: Type.String(),
    suspension: Type.Optional(Suspension),
    claims: Type.Optional(
      Type.Array(Type.String(), { description: 'Which claims it is about, where it is about some.' }),
    ),
  },
  { $id: 'ServiceError', description: 'A sentence for a person, and a stable code for a program.' },
)

/** `GET /health/live` and `GET /health/ready` */
export const Health = Named('Health', {
  status: OneOf(['ok', 'unavailable']),
  checks: Type.Record(Type.String(), Type.String()),
})

export type Suspension = Static<typeof Suspension>
export type OAuthErrorBody = Static<typeof OAuthErrorBody>
export type ServiceErrorBody = Static<typeof ServiceErrorBody>
