import type { AccountEvent } from '@countersign/contracts'
import type { RecordedEvent } from './account-event.store.ts'

/** Account events as the owner of the account sees them. */
export function describeAccountEvents(events: readonly RecordedEvent[]): AccountEvent[] {
  return events.map(({ eventId, type, method, clientId, at, origin }) => ({
    event_id: eventId,
    type,
    at: at.toISOString(),
    ...(method && { method }),
    ...(clientId !== undefined && { client_id: clientId }),
    user_agent: origin.userAgent,
    network: origin.network,
  }))
}
