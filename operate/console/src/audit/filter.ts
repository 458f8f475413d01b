import { PERIODS } from '../moment.tsx'

/** The filter as in the address and the form; an empty field matches everything. */
export type Filter = Readonly<Record<(typeof FIELDS)[number], string>>

const FIELDS = ['event', 'outcome', 'client_id', 'user_id', 'range', 'since', 'until'] as const

/** Time ranges that end now; an empty `range` is all that is kept, or `since` and `until`. */
export const RANGES = ['hour', 'day', 'week', 'month'] as const satisfies readonly (keyof typeof PERIODS)[]

/** Shows `since` and `until`. */
export const CUSTOM = 'custom'

export function readFilter(query: URLSearchParams): Filter {
  return Object.fromEntries(FIELDS.map((name) => [name, query.get(name) ?? ''])) as Filter
}

/** The filter as the API takes it. `now` in milliseconds; leaves out invalid times. */
export function toQuery({ range, since, until, ...texts }: Filter, now: number): Record<string, string> {
  const period = RANGES.find((each) => each === range)
  const times = period
    ? { since: new Date(now - PERIODS[period] * 1000).toISOString() }
    : { since: toMoment(since), until: toMoment(until) }
  return Object.fromEntries(Object.entries({ ...texts, ...times }).filter(([, value]) => value !== ''))
}

/** @param local as of `datetime-local`: in the reader's time zone */
function toMoment(local: string): string {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
