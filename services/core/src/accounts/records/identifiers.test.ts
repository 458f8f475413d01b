import { expect, test } from 'vitest'
import { bucketOf, newEventId, newLoginId } from './identifiers.ts'

const uuid = (version: number) =>
  new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

test('event ids sort in order: within a millisecond, when the clock goes back, and after thousands', () => {
  const now = Date.now()
  const ids = [
    ...Array.from({ length: 5_000 }, () => newEventId(now)),
    newEventId(now - 1_000),
    newEventId(now + 1_000),
  ]
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(uuid(7))
})

test('sign-in ids of one name differ and share a bucket', () => {
  const ids = [newLoginId('ada'), newLoginId('ada')]
  for (const id of ids) expect(id).toMatch(uuid(8))
  expect(bucketOf(ids[0]!)).toBe(bucketOf(ids[1]!))
  expect(ids[0]).not.toBe(ids[1])
  expect(bucketOf(newLoginId('grace'))).not.toBe(bucketOf(ids[0]!))
})

test('a bucket fits a signed 32-bit column, whatever the case of the identifier', () => {
  expect(bucketOf('ffffffff-0000-8000-8000-000000000000')).toBe(-1)
  expect(bucketOf('7FFFFFFF-0000-8000-8000-000000000000')).toBe(2 ** 31 - 1)
})
