import type { LoggedEvent } from '@countersign/device'

/** An entry as the page shows it. */
export type ShownEvent = {
  /** Of a release: a later entry says that it failed, or that nobody knows. */
  readonly isUncertain: boolean
} & LoggedEvent

/**
 * The log as a person reads it: that a release failed is said at the release. The entry that says so is newer than the
 * release, so with pages in order it is always here first; one that stands alone is shown as it is.
 */
export function toShownEvents(events: readonly LoggedEvent[]): readonly ShownEvent[] {
  const failed = new Set(events.flatMap(({ event }) => (event.type === 'not_released' ? [event.auth_request_id] : [])))
  const released = new Set(events.flatMap(({ event }) => (event.type === 'released' ? [event.auth_request_id] : [])))
  return events
    .filter(({ event }) => event.type !== 'not_released' || !released.has(event.auth_request_id))
    .map(({ seq, event }) => ({
      seq,
      event,
      isUncertain: event.type === 'released' && failed.has(event.auth_request_id),
    }))
}
