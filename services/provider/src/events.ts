import type { Logger } from '@countersign/service'

/** What the provider decided, one function an event: identifiers, never values. */
type EventLog = Pick<Logger, 'info' | 'warn'>

export function logRequestStarted(log: EventLog, ids: { authRequestId: string; clientId: string }): void {
  log.info({ event: 'authorization_request_started', auth_request_id: ids.authRequestId, client_id: ids.clientId })
}

export function logRequestPushed(log: EventLog, ids: { authRequestId: string; clientId: string }): void {
  log.info({ event: 'authorization_request_pushed', auth_request_id: ids.authRequestId, client_id: ids.clientId })
}

export function logRequestRefused(log: EventLog, refusal: { code: string; clientId: string | undefined }): void {
  log.info({ event: 'authorization_request_refused', error: refusal.code, client_id: refusal.clientId })
}

export function logRequestDecided(
  log: EventLog,
  decision: { authRequestId: string; status: 'approved' | 'denied' },
): void {
  log.info({ event: 'authorization_request_decided', auth_request_id: decision.authRequestId, status: decision.status })
}

export function logTokensIssued(log: EventLog, ids: { grantId: string; grantType: string }): void {
  log.info({ event: 'tokens_issued', grant_id: ids.grantId, grant_type: ids.grantType })
}

export function logTokenRefused(log: EventLog, refusal: { code: string }): void {
  log.info({ event: 'token_request_refused', error: refusal.code })
}

export function logGrantRevoked(
  log: EventLog,
  ids: { grantId: string; reason: 'code_replayed' | 'refresh_token_reused' | 'revoked_by_client' },
): void {
  log.warn({ event: 'grant_revoked', grant_id: ids.grantId, reason: ids.reason })
}

export function logKeyCreated(log: EventLog, key: { kid: string; algorithm: string; activeFrom: Date }): void {
  log.info({ event: 'key_created', kid: key.kid, algorithm: key.algorithm, active_from: key.activeFrom.toISOString() })
}

export function logRefused(log: EventLog, refusal: { endpoint: string; code: string }): void {
  log.info({ event: `${refusal.endpoint}_refused`, error: refusal.code })
}
