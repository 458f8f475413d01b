import type { DataTokenErrorCode } from '@countersign/data-token'
import { addressKey, widestAddressKey } from '@countersign/service/network'
import { countEvent, type Logger } from '@countersign/service/telemetry'
import type { AuditedDecision } from './audit/audit.store.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import { mayRepeat } from './audit/repeated-decisions.ts'

/**
 * Where something was decided: a request, which has the log, the caller's address and, by its server, the audit trail.
 * Every decision goes to both: the log tells it at once, the trail can be asked later.
 */
export type EventSource = {
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Whence it was asked; absent where no request asked for it. */
  readonly ip?: string
  /** The same, where somebody else calls for the person. */
  readonly network?: string
  readonly server: { readonly auditTrail: AuditTrail }
}

type LogSource = Pick<EventSource, 'log'>

/** Nothing is decided yet, and anyone can start a request as often as they like: so these two go to the log alone. */
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
  /** Why core's data token was not believed: a clock, a key or an address is wrong, which the operator must mend. */
  readonly reason: DataTokenErrorCode | undefined
  readonly authRequestId: string | undefined
  readonly userId: string | undefined
}

/** Core asked for a decision and did not get it. */
export function logDecisionRefused(source: EventSource, { code, reason, ...ids }: RefusedDecision): void {
  const outcome = reason ? `${code}: ${reason}` : code
  record(source, { event: 'decision_refused', outcome, ...ids }, reason ? 'warn' : 'info')
}

/** Core asked for a change in the name of a person, and was refused it. */
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

/** Without whose: that it happened is all that stays. */
export function logPersonErased(source: EventSource): void {
  record(source, { event: 'person_erased' })
}

/**
 * Who changed what is registered: an administrator, by token or as the person who they are, a developer their own apps, an
 * app itself, or a user of the operating system.
 */
export type ChangedBy = 'administrator' | 'developer' | 'dynamic_registration' | `command_line:${string}`

/** How they came, and as whom, where they came as a person. */
export type Changer = { readonly by: ChangedBy; readonly userId?: string | undefined }

/** A client was registered, changed or removed: by an administrator, by itself, or by whoever holds an initial access token. */
export function logClientChanged(
  source: EventSource,
  {
    by,
    ...change
  }: Changer & {
    clientId: string
    event: 'client_registered' | 'client_updated' | 'client_removed' | 'client_disabled' | 'client_enabled'
  },
): void {
  record(source, { ...change, outcome: by })
}

export function logSecretChanged(
  source: EventSource,
  { by, ...change }: Changer & { clientId: string; event: 'client_secret_rotated' | 'client_secret_removed' },
): void {
  record(source, { ...change, outcome: by })
}

export function logRegistrationRefused(source: EventSource, refusal: { code: string }): void {
  record(source, { event: 'client_registration_refused', outcome: refusal.code })
}

export function logRateLimited(source: EventSource, limit: { endpoint: string; clientId: string | undefined }): void {
  record(source, { event: 'rate_limited', outcome: limit.endpoint, clientId: limit.clientId })
}

export function logInitialAccessTokenChanged(
  source: EventSource,
  { by, ...change }: Changer & { event: 'initial_access_token_created' | 'initial_access_token_removed' },
): void {
  record(source, { ...change, outcome: by })
}

export function logResourceServerChanged(
  source: EventSource,
  change: Changer & {
    event: 'resource_server_added' | 'resource_server_updated' | 'resource_server_removed'
    /** The client that asks about its tokens. */
    clientId?: string
  },
): void {
  const { by, ...rest } = change
  record(source, { ...rest, outcome: by })
}

/** What apps may ask people for was changed: the name is the operator's word, and nothing of a person's. */
export function logScopesChanged(
  source: EventSource,
  {
    by,
    userId,
    event,
    name,
  }: Changer & { name: string; event: 'scope_defined' | 'scope_removed' | 'claim_defined' | 'claim_removed' },
): void {
  record(source, { event, userId, outcome: `${by} ${name}` })
}

/** Somebody had the signing keys replaced, or one published no more, ahead of their time. */
export function logKeysChanged(
  source: EventSource,
  { by, ...change }: Changer & { event: 'keys_rotated' | 'key_removed' },
): void {
  record(source, { ...change, outcome: by })
}

/** A key that will sign from `activeFrom` on. Nobody asked for it: it came by schedule. */
export function logKeyCreated(source: EventSource, key: { kid: string; algorithm: string; activeFrom: Date }): void {
  record(source, { event: 'key_created', outcome: `${key.algorithm} ${key.kid} from ${key.activeFrom.toISOString()}` })
}

/** The keys at a client's `jwks_uri` were asked for and could not be had: nothing is decided by it. */
export function logKeySetUnavailable(source: LogSource, failure: { clientId: string; reason: string }): void {
  write(source, { event: 'client_keys_unavailable', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

/** The document at a client_id was asked for and could not be had. */
export function logClientDocumentUnavailable(source: LogSource, failure: { clientId: string; reason: string }): void {
  write(source, { event: 'client_document_unavailable', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

/** An app has taken a logout token. Without whose: their account may have ended. */
export function logLogoutTold(source: EventSource, { clientId }: { clientId: string }): void {
  record(source, { event: 'logout_token_taken', clientId })
}

/** An app has not taken a logout token, which is sent again. */
export function logLogoutFailed(source: LogSource, failure: { clientId: string; reason: string }): void {
  write(source, { event: 'logout_token_failed', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

/** The same for the last time. */
export function logLogoutGivenUp(source: EventSource, failure: { clientId: string; reason: string }): void {
  record(source, { event: 'logout_token_given_up', outcome: failure.reason, clientId: failure.clientId }, 'warn')
}

/** A decision of an OAuth endpoint that has no event of its own. */
export function logRefused(
  source: EventSource,
  refusal: { endpoint: string; code: string; clientId: string | undefined },
): void {
  record(source, { event: `${refusal.endpoint}_refused`, outcome: refusal.code, clientId: refusal.clientId })
}

/** Whoever has no token may ask as often as they like, so this goes to the log alone and cannot fill the trail. */
export function logUserinfoRefused(source: LogSource, refusal: { code: string }): void {
  write(source, { event: 'userinfo_refused', outcome: refusal.code })
}

function record(source: EventSource, decision: AuditedDecision, level: 'info' | 'warn' = 'info'): void {
  // The one is told once a minute, by logRateLimited, the other every few seconds: neither must fill the log and the trail.
  if (decision.outcome === 'slow_down' || decision.outcome === 'authorization_pending') return count(decision)
  write(source, decision, level)
  source.server.auditTrail.record(decision, source.network ?? (source.ip && networkToRecord(decision, source.ip)))
}

/** What repeats is told by the widest network: whoever has a /48 has 65,536 /64s, and would have an event in each. */
function networkToRecord(decision: AuditedDecision, address: string): string {
  return mayRepeat(decision) ? widestAddressKey(address) : addressKey(address)
}

/** The others' outcomes say who did it, or which key it is: too many different ones to count by, and some are names. */
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
