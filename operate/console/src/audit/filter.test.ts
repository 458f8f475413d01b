import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AuditedEvent } from '../api/console-api.ts'
import { describeOutcome, EVENT_TEXTS } from './event-texts.ts'
import { EXPORT_LIMIT, exportEvents } from './export-events.ts'
import { readFilter, toQuery } from './filter.ts'

/** The events that the provider's `events.ts` records, read from its source. */
function recordedEvents(): string[] {
  const path = new URL('../../../../services/provider/src/ground/events.ts', import.meta.url)
  const source = readFileSync(path, 'utf8')
  const recording = source
    .split(/^export function /m)
    .filter((each) => each.includes('  record(source'))
    .join('')
  const named = Array.from(recording.matchAll(/event: ('[a-z_]+'(?: \| '[a-z_]+')*)/g), ([, names = '']) => names)
  const unions = Array.from(source.matchAll(/^type \w+Event =((?:\n  \| '[a-z_]+')+)/gm), ([, names = '']) => names)
  const statuses = /status: ('.*')/.exec(recording)?.[1] ?? ''
  const wordsOf = (names: string) => Array.from(names.matchAll(/'([a-z_]+)'/g), ([, word = '']) => word)
  return [
    ...[...named, ...unions].flatMap(wordsOf),
    ...wordsOf(statuses).map((status) => `authorization_request_${status}`),
  ]
}

const EVENT: AuditedEvent = {
  event_id: '0190b5a4-7c4e-7cc2-9c39-2f9a4f4f0000',
  at: '2026-11-27T11:00:00.000Z',
  event: 'keys_rotated',
  outcome: 'administrator',
  client_id: null,
  user_id: null,
  actor_id: null,
  reason: null,
  grant_id: null,
  auth_request_id: null,
  network: '192.0.2.1',
  times: 1,
}

const NOW = Date.parse('2026-11-27T12:00:00Z')
const queryOf = (address: string) => toQuery(readFilter(new URLSearchParams(address)), NOW)

test('the filter of the audit trail lists every recorded event, and no other', () => {
  expect(Object.keys(EVENT_TEXTS).toSorted()).toEqual(recordedEvents().toSorted())
})

test('a range of the audit trail ends now, and takes the place of other times', () => {
  expect(queryOf('range=week&since=2026-01-01T00:00&event=keys_rotated')).toEqual({
    event: 'keys_rotated',
    since: '2026-11-20T12:00:00.000Z',
  })
})

test('times of the audit trail are the reader’s own, and one that is no time is left out', () => {
  const since = new Date(2026, 10, 1, 8, 30).toISOString()
  expect(queryOf('range=custom&since=2026-11-01T08:30&until=tomorrow')).toEqual({ since })
})

test('an outcome of the audit trail is put into words where it is known', () => {
  expect(describeOutcome('invalid_client: wrong_secret')).toBe('Wrong client secret')
  expect(describeOutcome('command_line:ada')).toBe('By ada, on the command line')
  expect(describeOutcome('developer books.read')).toBe('By its developer: books.read')
  expect(describeOutcome('ES256 kid-of-it from 2026-11-27T12:09:09.645Z')).toBe('ES256, from 2026-11-27 UTC')
  expect(describeOutcome('constructor')).toBe('constructor')
})

test('an export of the audit trail reads every page of the filter, up to its limit', async () => {
  const asked: Readonly<Record<string, string>>[] = []
  const counts: number[] = []
  const pages = (last: number) =>
    exportEvents({
      query: { event: 'keys_rotated' },
      listEvents: async (query) => {
        asked.push(query)
        const next = asked.length < last ? `cursor-${asked.length}` : undefined
        return { items: Array.from({ length: 100 }, () => EVENT), next }
      },
      onProgress: (events) => counts.push(events),
      signal: new AbortController().signal,
    })
  const { lines, isComplete } = await pages(2)
  expect(asked).toEqual([
    { event: 'keys_rotated', limit: '100' },
    { event: 'keys_rotated', limit: '100', cursor: 'cursor-1' },
  ])
  expect(counts).toEqual([100, 200])
  expect(isComplete).toBe(true)
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(Array.from({ length: 200 }, () => EVENT))
  expect((await pages(10_000)).isComplete).toBe(false)
  expect(counts.at(-1)).toBe(EXPORT_LIMIT)
})
