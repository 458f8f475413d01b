import type { LoggedEvent } from '@countersign/device'

export type ShownEvent = {
  /** A later entry says that this release failed, or that its outcome is unknown. */
  readonly isUncertain: boolean
} & LoggedEvent

/** The log, newest first, each failure at its own release. A failure is newer than its release, so it arrives first. */
export function toShownEvents(events: readonly LoggedEvent[]): readonly ShownEvent[] {
  const shown: ShownEvent[] = []
  /** Failures by request, until their release follows. */
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
