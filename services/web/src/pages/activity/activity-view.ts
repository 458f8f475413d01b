import type { LoggedEvent } from '@countersign/device'

/** An entry as the page shows it. */
export type ShownEvent = {
  /** Of a release: a later entry says that it failed, or that nobody knows. */
  readonly isUncertain: boolean
} & LoggedEvent

/**
 * The log as a person reads it, newest first: that a release failed is said at that release, and not at another of the
 * same request that worked. The entry that says so is newer than the release, so with pages in order it is always here
 * first; one that stands alone is shown as it is.
 */
export function toShownEvents(events: readonly LoggedEvent[]): readonly ShownEvent[] {
  const shown: ShownEvent[] = []
  /** Entries that a release failed, by request, until that release is come to. */
  const failures = new Map<string, ShownEvent>()
  for (const logged of events) {
    const { event } = logged
    const isUncertain = event.type === 'released' && failures.has(event.auth_request_id)
    const entry = { ...logged, isUncertain }
    if (event.type === 'released') failures.delete(event.auth_request_id)
    if (event.type === 'not_released') failures.set(event.auth_request_id, entry)
    else shown.push(entry)
  }
  return [...shown, ...failures.values()].toSorted((left, right) => right.seq - left.seq)
}
