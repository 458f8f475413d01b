import type { LoggedEvent } from '@countersign/device'
import { expect, test } from 'vitest'
import { toShownEvents } from './activity-view.ts'

const at = { at: '2026-11-21T08:00:00Z', device: 'test device' }
const released = (seq: number, id: string): LoggedEvent => ({
  seq,
  event: {
    ...at,
    type: 'released',
    auth_request_id: id,
    app: { client_id: 'a', name: 'A', host: 'a.example' },
    scopes: ['email'],
    claims: ['email'],
    sealed: false,
    claims_sha256: 'x',
  },
})
const failed = (seq: number, id: string): LoggedEvent => ({
  seq,
  event: { ...at, type: 'not_released', auth_request_id: id },
})

test('a release that failed says so itself; one that stands alone, because its release is on the next page, stays', () => {
  const shown = toShownEvents([failed(4, 'lost'), failed(3, 'one'), released(2, 'one'), released(1, 'two')])
  expect(shown.map(({ seq, isUncertain }) => [seq, isUncertain])).toEqual([
    [4, false],
    [2, true],
    [1, false],
  ])
})

test('a release that worked at the second try is certain, whatever became of the first', () => {
  const tries = [released(3, 'one'), failed(2, 'one'), released(1, 'one')]
  expect(toShownEvents(tries).map(({ seq, isUncertain }) => [seq, isUncertain])).toEqual([
    [3, false],
    [1, true],
  ])
})
