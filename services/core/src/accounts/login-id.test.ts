import { expect, test } from 'vitest'
import { bucketOf, newLoginId } from './login-id.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('the sign-ins of one name lie together, and each is another', () => {
  const ids = [newLoginId('ada'), newLoginId('ada')]
  for (const id of ids) expect(id).toMatch(UUID)
  expect(bucketOf(ids[0]!)).toBe(bucketOf(ids[1]!))
  expect(ids[0]).not.toBe(ids[1])
  expect(bucketOf(newLoginId('grace'))).not.toBe(bucketOf(ids[0]!))
})

test('a bucket is a number that the database keeps in 32 bits, whatever the case of the identifier', () => {
  expect(bucketOf('ffffffff-0000-8000-8000-000000000000')).toBe(-1)
  expect(bucketOf('7FFFFFFF-0000-8000-8000-000000000000')).toBe(2 ** 31 - 1)
})
