import type { AccountEvent } from '@countersign/contracts'
import type { RecordedEvent } from './account-event.store.ts'

/** Account events as the owner of the account sees them. */
export function describeAccountEvents(events: readonly RecordedEvent[]): AccountEvent[] {
  return events.map(({ eventId, type, method, at, origin }) => ({
    event_id: eventId,
    type,
    at: at.toISOString(),
    ...(method && { method }),
    user_agent: origin.userAgent,
    network: origin.network,
  }))
}
