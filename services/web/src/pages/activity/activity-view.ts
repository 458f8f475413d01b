import type { LoggedEvent } from '@countersign/device'

export type ShownEvent = {
  /** Of a release, by a later entry. */
  readonly outcome: 'not_released' | 'release_failed' | undefined
} & LoggedEvent

type Failed = Omit<LoggedEvent, 'event'> & {
  readonly event: Extract<LoggedEvent['event'], { type: 'not_released' | 'release_failed' }>
}

/** The log, newest first, each failure at its own release. A failure is newer than its release, so it arrives first. */
export function toShownEvents(events: readonly LoggedEvent[]): readonly ShownEvent[] {
  const shown: ShownEvent[] = []
  /** Failures by request, until their release follows. */
  const failures = new Map<string, Failed>()
  for (const { event, ...logged } of events) {
    if (event.type === 'not_released' || event.type === 'release_failed') {
      failures.set(event.auth_request_id, { ...logged, event })
    } else if (event.type === 'released') {
      shown.push({ ...logged, event, outcome: failures.get(event.auth_request_id)?.event.type })
      failures.delete(event.auth_request_id)
    } else shown.push({ ...logged, event, outcome: undefined })
  }
  const alone = Array.from(failures.values(), (failed) => ({ ...failed, outcome: undefined }))
  return [...shown, ...alone].toSorted((left, right) => right.seq - left.seq)
}

export type LoggedApp = { readonly clientId: string; readonly name: string }

/** The app that an entry is about. */
export function appOf(event: LoggedEvent['event']): LoggedApp | undefined {
  if (event.type === 'released') return { clientId: event.app.client_id, name: event.app.name }
  return event.type === 'app_revoked' ? { clientId: event.client_id, name: event.name } : undefined
}

/** Each app once, under its newest name, by name. */
export function appsOf(events: readonly Pick<LoggedEvent, 'event'>[]): readonly LoggedApp[] {
  const oldestFirst = events.flatMap(({ event }) => appOf(event) ?? []).toReversed()
  const apps = new Map(oldestFirst.map((app) => [app.clientId, app]))
  return [...apps.values()].toSorted((left, right) => left.name.localeCompare(right.name))
}

/** By day of the reader's calendar, in the order of the events. `at`: of its first event. */
export function byDay(events: readonly ShownEvent[]) {
  const days = Map.groupBy(events, ({ event }) => new Date(event.at).toDateString())
  return Array.from(days.values(), (ofDay) => ({ at: ofDay[0]?.event.at ?? '', events: ofDay }))
}
