import type { AuditEvent } from '@countersign/contracts'
import type { StoredDecision } from './audit.store.ts'

/** An audit event in its wire form. */
export function describeEvent({ at, ...decision }: StoredDecision): AuditEvent {
  return {
    event_id: decision.eventId,
    event: decision.event,
    outcome: decision.outcome ?? null,
    client_id: decision.clientId ?? null,
    user_id: decision.userId ?? null,
    grant_id: decision.grantId ?? null,
    auth_request_id: decision.authRequestId ?? null,
    network: decision.network ?? null,
    times: decision.times,
    at: at.toISOString(),
  }
}
