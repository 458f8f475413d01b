import type { ReplayReason } from '@countersign/contracts'
import type { DataTokenErrorCode } from '@countersign/data-token'
import { addressKey, widestAddressKey } from '@countersign/service/network'
import { countEvent, type Logger } from '@countersign/service/telemetry'
import type { AuditedDecision } from './audit/audit.store.ts'
import type { AuditEventName } from './audit/audit-events.ts'
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

type RequestIds = { readonly authRequestId: string; readonly clientId: string }

/** Log only: anyone can start requests, and nothing is decided yet. */
export function logRequestStarted(source: LogSource, ids: RequestIds): void {
  write(source, { event: 'authorization_request_started', ...ids })
}

export function logRequestPushed(source: LogSource, ids: RequestIds): void {
  write(source, { event: 'authorization_request_pushed', ...ids })
}

type RefusalEvent =
  | 'authorization_request_refused'
  | 'token_request_refused'
  | 'introspection_refused'
  | 'revocation_refused'
  | 'client_registration_refused'
  | 'administration_refused'

export type Refusal = {
  readonly code: string
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  /** Log only: the trail folds refusals, and this one's person is not known. */
  readonly grantId?: string | undefined
}

export function logRefused(source: EventSource, event: RefusalEvent, refusal: Refusal): void {
  const { code, clientId, userId, grantId } = refusal
  record(source, { event, outcome: code, clientId, userId }, 'info', { grantId })
}

type Decided = RequestIds & {
  readonly userId: string
  readonly status: 'approved' | 'approval_repeated' | 'denied'
}

export function logRequestDecided(source: EventSource, { status, ...ids }: Decided): void {
  record(source, { event: `authorization_request_${status}`, ...ids })
}

export function logTokensIssued(
  source: EventSource,
  ids: { grantId?: string; userId?: string; clientId: string | undefined; grantType: string },
): void {
  const { grantType, ...rest } = ids
  record(source, { event: 'tokens_issued', outcome: grantType, ...rest })
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

export function logGrantRevoked(
  source: EventSource,
  ids: {
    grantId: string
    clientId?: string | undefined
    userId?: string
    reason: ReplayReason | 'revoked_by_client' | 'user'
  },
): void {
  const { reason, ...rest } = ids
  record(source, { event: 'grant_revoked', outcome: reason, ...rest }, 'warn')
}

/** A device sent what its person shares as it is now; never which value changed. */
export function logGrantUpdated(
  source: EventSource,
  ids: { readonly grantId: string; readonly clientId: string; readonly userId: string },
): void {
  record(source, { event: 'grant_updated', ...ids })
}

/** Keeps no identifier: only that it happened. */
export function logPersonErased(source: EventSource): void {
  record(source, { event: 'person_erased' })
}

type AccountAct = AuditedDecision & {
  readonly event: 'account_sessions_ended' | 'account_suspended' | 'account_unsuspended' | 'account_deleted'
}

/** Log only, without the reason: the act is stored in the trail as core has noted it. */
export function logAccountAct(source: LogSource, act: AccountAct): void {
  write(source, act)
}

/** By token or in person; a developer for their own apps; the app itself; the apps file at a start; an operating system user. */
export type ChangedBy = 'administrator' | 'developer' | 'dynamic_registration' | 'apps_file' | `command_line:${string}`

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
  | 'test_sign_in_started'
  | 'test_sign_in_completed'
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

export function logRateLimited(source: EventSource, limit: { endpoint: string; clientId: string | undefined }): void {
  record(source, { event: 'rate_limited', outcome: limit.endpoint, clientId: limit.clientId })
}

/** A scheduled key, which signs from `activeFrom` on. */
export function logKeyCreated(source: EventSource, key: { kid: string; algorithm: string; activeFrom: Date }): void {
  record(source, { event: 'key_created', outcome: `${key.algorithm} ${key.kid} from ${key.activeFrom.toISOString()}` })
}

type Failure = { readonly clientId: string; readonly reason: string }

/** Log only: nothing is decided, and the provider tries again. */
export function logRetriedFailure(
  source: LogSource,
  event: 'client_keys_unavailable' | 'client_document_unavailable' | 'logout_token_failed' | 'data_changed_failed',
  { clientId, reason }: Failure,
): void {
  write(source, { event, outcome: reason, clientId }, 'warn')
}

/** Keeps no user: their account may be gone. */
export function logNoticeTaken(
  source: EventSource,
  notice: { readonly event: 'logout_token_taken' | 'data_changed_taken'; readonly clientId: string },
): void {
  record(source, notice)
}

export function logNoticeGivenUp(
  source: EventSource,
  { reason, ...notice }: Failure & { readonly event: 'logout_token_given_up' | 'data_changed_given_up' },
): void {
  record(source, { ...notice, outcome: reason }, 'warn')
}

/** Counted only: the trail has the event itself. */
export function logEventDelivered(): void {
  countEvent('event_delivered')
}

type NotDelivered = {
  readonly eventId: string
  readonly event: string
  readonly reason: string
  readonly isGivenUp: boolean
}

/** Log only: as an event of the trail it would be sent too. */
export function logEventNotDelivered({ log }: LogSource, { eventId, event, reason, isGivenUp }: NotDelivered): void {
  const name = isGivenUp ? 'event_delivery_given_up' : 'event_delivery_failed'
  countEvent(name)
  log.warn({ event: name, outcome: reason, audit_event: event, audit_event_id: eventId })
}

/** Log only: callers without a token must not fill the trail. */
export function logUserinfoRefused(source: LogSource, refusal: { code: string }): void {
  write(source, { event: 'userinfo_refused', outcome: refusal.code })
}

/** Log and metrics only: the trail itself could not be written. */
export function logAuditEventsLost({ log }: { readonly log: Pick<Logger, 'error'> }, events: number): void {
  countEvent('audit_events_lost')
  log.error({ event: 'audit_events_lost', events })
}

export function logBackgroundTaskFailed(
  { log }: { readonly log: Pick<Logger, 'warn'> },
  { task, error }: { readonly task: string; readonly error: unknown },
): void {
  countEvent('background_task_failed', task)
  log.warn({ event: 'background_task_failed', task, err: error })
}

type Recorded = AuditedDecision & { readonly event: AuditEventName }
type LogOnly = Pick<AuditedDecision, 'grantId'>

function record(source: EventSource, decision: Recorded, level: 'info' | 'warn' = 'info', logOnly?: LogOnly) {
  // Neither may fill the trail: logRateLimited reports the first once a minute, devices poll every few seconds.
  if (decision.outcome === 'slow_down' || decision.outcome === 'authorization_pending') return count(decision)
  write(source, { ...decision, ...logOnly }, level)
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
