import { expect, test } from 'vitest'
import { newEventId } from './event-id.ts'

test('a later event has a larger identifier, also within a millisecond, when the clock goes back, and after very many', () => {
  const now = Date.now()
  const ids = [
    ...Array.from({ length: 5_000 }, () => newEventId(now)),
    newEventId(now - 1_000),
    newEventId(now + 1_000),
  ]
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
