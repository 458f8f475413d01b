import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENTS } from './filter.ts'

/** The events that the provider's `events.ts` records, read from its source. */
function recordedEvents(): string[] {
  const path = new URL('../../../../provider/src/ground/events.ts', import.meta.url)
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

test('the filter of the audit trail lists every recorded event, and no other', () => {
  expect(EVENTS.toSorted()).toEqual(recordedEvents().toSorted())
})
