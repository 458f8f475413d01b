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
const failed = (seq: number, id: string, type: 'not_released' | 'release_failed' = 'not_released'): LoggedEvent => ({
  seq,
  event: { ...at, type, auth_request_id: id },
})
const outcomesOf = (events: readonly LoggedEvent[]) => toShownEvents(events).map(({ seq, outcome }) => [seq, outcome])

test('activity: a failed release is one row; a failure without its release on the page stays', () => {
  const events = [failed(6, 'lost'), failed(5, 'two', 'release_failed'), failed(4, 'one'), released(3, 'two')]
  expect(outcomesOf([...events, released(2, 'one'), released(1, 'three')])).toEqual([
    [6, undefined],
    [3, 'release_failed'],
    [2, 'not_released'],
    [1, undefined],
  ])
})

test('a release that worked at the second try is certain, whatever became of the first', () => {
  expect(outcomesOf([released(3, 'one'), failed(2, 'one'), released(1, 'one')])).toEqual([
    [3, undefined],
    [1, 'not_released'],
  ])
})
