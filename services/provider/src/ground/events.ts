import type { DataTokenErrorCode } from '@countersign/data-token'
import { addressKey, widestAddressKey } from '@countersign/service/network'
import { countEvent, type Logger } from '@countersign/service/telemetry'
import type { AuditedDecision } from './audit/audit.store.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import { mayRepeat } from './audit/repeated-decisions.ts'

/** The origin of a decision, which goes to the log and to the audit trail. */
export type EventSource = {
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** The caller's address, if a request caused it. */
  readonly ip?: string
  /** The person's network, where core calls for them. */
  readonly network?: string
  readonly server: { readonly auditTrail: AuditTrail }
}

type LogSource = Pick<EventSource, 'log'>

/** Log only: anyone can start requests, and nothing is decided yet. */
export function logRequestStarted(source: LogSource, ids: { authRequestId: string; clientId: string }): void {
  write(source, { event: 'authorization_request_started', ...ids })
}

export function logRequestPushed(source: LogSource, ids: { authRequestId: string; clientId: string }): void {
  write(source, { event: 'authorization_request_pushed', ...ids })
}

export function logRequestRefused(source: EventSource, refusal: { code: string; clientId: string | undefined }): void {
  record(source, { event: 'authorization_request_refused', outcome: refusal.code, clientId: refusal.clientId })
}

export function logRequestDecided(
  source: EventSource,
  decision: {
    authRequestId: string
    clientId: string
    userId: string
    status: 'approved' | 'approval_repeated' | 'denied'
  },
): void {
  const { status, ...ids } = decision
  record(source, { event: `authorization_request_${status}`, ...ids })
}

export function logTokensIssued(
  source: EventSource,
  ids: { grantId?: string; userId?: string; clientId: string | undefined; grantType: string },
): void {
  const { grantType, ...rest } = ids
  record(source, { event: 'tokens_issued', outcome: grantType, ...rest })
}

export function logTokenRefused(source: EventSource, refusal: { code: string; clientId: string | undefined }): void {
  record(source, { event: 'token_request_refused', outcome: refusal.code, clientId: refusal.clientId })
}

type RefusedDecision = {
  readonly code: string
  /** Why core's data token was rejected: a clock, key or address that the operator must fix. */
  readonly reason: DataTokenErrorCode | undefined
  readonly authRequestId: string | undefined
  readonly userId: string | undefined
}

export function logDecisionRefused(source: EventSource, { code, reason, ...ids }: RefusedDecision): void {
  const outcome = reason ? `${code}: ${reason}` : code
  record(source, { event: 'decision_refused', outcome, ...ids }, reason ? 'warn' : 'info')
}

export function logAdministrationRefused(
  source: EventSource,
  refusal: { code: string; userId: string | undefined },
): void {
  record(source, { event: 'administration_refused', outcome: refusal.code, userId: refusal.userId })
}

export function logGrantRevoked(
  source: EventSource,
  ids: {
    grantId: string
    clientId?: string | undefined
    userId?: string
    reason: 'code_replayed' | 'refresh_token_reused' | 'revoked_by_client' | 'user'
  },
): void {
  const { reason, ...rest } = ids
  record(source, { event: 'grant_revoked', outcome: reason, ...rest }, 'warn')
}

/** Keeps no identifier: only that it happened. */
export function logPersonErased(source: EventSource): void {
  record(source, { event: 'person_erased' })
}

/** By token or in person; a developer for their own apps; the app itself; or an operating system user. */
export type ChangedBy = 'administrator' | 'developer' | 'dynamic_registration' | `command_line:${string}`

export type Changer = { readonly by: ChangedBy; readonly userId?: string | undefined }

/** Written out, so that a search for an event finds it. */
type ChangeEvent =
  | 'client_registered'
  | 'client_updated'
  | 'client_removed'
  | 'client_disabled'
  | 'client_enabled'
  | 'client_secret_rotated'
  | 'client_secret_removed'
  | 'initial_access_token_created'
  | 'initial_access_token_removed'
  | 'resource_server_added'
  | 'resource_server_updated'
  | 'resource_server_removed'
  | 'scope_defined'
  | 'scope_removed'
  | 'claim_defined'
  | 'claim_removed'
  | 'keys_rotated'
  | 'key_removed'

type Changed = Changer & {
  readonly event: ChangeEvent
  /** Of a resource server: the client that may introspect its tokens. */
  readonly clientId?: string | undefined
  /** Of a scope or claim: the operator's, and holds nothing personal. */
  readonly name?: string
}

export function logChanged(source: EventSource, { by, name, ...change }: Changed): void {
  record(source, { ...change, outcome: name === undefined ? by : `${by} ${name}` })
}

export function logRegistrationRefused(source: EventSource, refusal: { code: string }): void {
  record(source, { event: 'client_registration_refused', outcome: refusal.code })
}

export function logRateLimited(source: EventSource, limit: { endpoint: string; clientId: string | undefined }): void {
  record(source, { event: 'rate_limited', outcome: limit.endpoint, clientId: limit.clientId })
}

/** A scheduled key, which signs from `activeFrom` on. */
export function logKeyCreated(source: EventSource, key: { kid: string; algorithm: string; activeFrom: Date }): void {
  record(source, { event: 'key_created', outcome: `${key.algorithm} ${key.kid} from ${key.activeFrom.toISOString()}` })
}

/** A client's `jwks_uri` failed; nothing is decided. */
export function logKeySetUnavailable(source: LogSource, failure: { clientId: string; reason: string }): void {
  write(source, { event: 'client_keys_unavailable', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

export function logClientDocumentUnavailable(source: LogSource, failure: { clientId: string; reason: string }): void {
  write(source, { event: 'client_document_unavailable', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

/** Keeps no user: their account may be gone. */
export function logLogoutTold(source: EventSource, { clientId }: { clientId: string }): void {
  record(source, { event: 'logout_token_taken', clientId })
}

/** Will be retried. */
export function logLogoutFailed(source: LogSource, failure: { clientId: string; reason: string }): void {
  write(source, { event: 'logout_token_failed', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

export function logLogoutGivenUp(source: EventSource, failure: { clientId: string; reason: string }): void {
  record(source, { event: 'logout_token_given_up', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

/** For OAuth endpoints without an event of their own. */
export function logRefused(
  source: EventSource,
  refusal: { endpoint: string; code: string; clientId: string | undefined },
): void {
  record(source, { event: `${refusal.endpoint}_refused`, outcome: refusal.code, clientId: refusal.clientId })
}

/** Log only: callers without a token must not fill the trail. */
export function logUserinfoRefused(source: LogSource, refusal: { code: string }): void {
  write(source, { event: 'userinfo_refused', outcome: refusal.code })
}

function record(source: EventSource, decision: AuditedDecision, level: 'info' | 'warn' = 'info'): void {
  // Neither may fill the trail: logRateLimited reports the first once a minute, devices poll every few seconds.
  if (decision.outcome === 'slow_down' || decision.outcome === 'authorization_pending') return count(decision)
  write(source, decision, level)
  source.server.auditTrail.record(decision, source.network ?? (source.ip && networkToRecord(decision, source.ip)))
}

/** Repeats are folded by the widest network: a /48 holds 65,536 /64s. */
function networkToRecord(decision: AuditedDecision, address: string): string {
  return mayRepeat(decision) ? widestAddressKey(address) : addressKey(address)
}

/** Other outcomes are too many to be a metric's label, and some are names. */
const COUNTED_OUTCOME = /_refused$|^tokens_issued$|^grant_revoked$|^rate_limited$/

function count({ event, outcome }: AuditedDecision): void {
  countEvent(event, COUNTED_OUTCOME.test(event) ? outcome : undefined)
}

function write({ log }: LogSource, decision: AuditedDecision, level: 'info' | 'warn' = 'info'): void {
  count(decision)
  const { event, outcome, clientId, userId, grantId, authRequestId } = decision
  log[level]({
    event,
    outcome,
    client_id: clientId,
    user_id: userId,
    grant_id: grantId,
    auth_request_id: authRequestId,
  })
}
