import { createTestDatabase } from '@countersign/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { clockCheck, readClockOffset } from './database-checks.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase('postgresql')
})
afterAll(() => database.close())

const ahead = (seconds: number) => () => new Date(Date.now() + seconds * 1000)

test.each([-31, 31, 86_400])('a clock that is %s s ahead of the database is not one to serve by', async (seconds) => {
  await expect(clockCheck(database.sql, ahead(seconds)).check()).rejects.toThrow('The clock is off')
})

test.each([-29, 0, 29])('a clock that is %s s ahead of the database does not stop a process', async (seconds) => {
  await expect(clockCheck(database.sql, ahead(seconds)).check()).resolves.toBeUndefined()
})

test('a database that answers late has no other clock for that', async () => {
  const times = [Date.now() - 60_000, Date.now() + 60_000]
  expect(await readClockOffset(database.sql, () => new Date(times.shift() ?? 0))).toBe(0)
})
