import { createTestDatabase, startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { clean } from './cleaning.ts'
import { type CleaningStep, skipLocked } from './remove-rows.store.ts'

const database = startBeforeAll(() => createTestDatabase('embedded'))

test('cleaning: a failing step does not stop the others, and all failures are reported at the end', async () => {
  const failing = (table: string): CleaningStep => ({ table, remove: (own) => own`select 1 / 0` as Promise<never> })
  const done: string[] = []
  const working = (table: string): CleaningStep => ({ table, remove: async () => done.push(table) })
  const cleaned = clean(database.sql, [failing('first'), working('second'), failing('third'), working('fourth')])
  await expect(cleaned).rejects.toMatchObject({
    message: 'Not cleaned: first, third.',
    errors: [{ code: '22012' }, { code: '22012' }],
  })
  expect(done).toEqual(['second', 'fourth'])
})

test('cleaning: a step with more rows runs again, however few it removed', async () => {
  const answers = [
    { rows: 0, more: true },
    { rows: 2, more: true },
    { rows: 1, more: false },
  ]
  const remove = async () => answers.shift() ?? { rows: 100, more: false }
  expect(await clean(database.sql, [{ table: 'things', remove }])).toEqual({ things: 3 })
})

test('cleaning: a step waits for locked rows only if the database cannot skip them', async () => {
  const { sql, pool } = database
  await pool.query('create table things (id integer)')
  const asked = { rows: new Set<unknown>(), count: new Set<unknown>() }
  const steps = {
    rows: skipLocked(async (own, limit, lock) => {
      asked.rows.add(lock)
      return (await own`select * from things limit ${limit} ${lock}`).length
    }),
    // PostgreSQL holds no row of a count.
    count: skipLocked(async (own, _limit, lock) => {
      asked.count.add(lock)
      return (await own`select count(*) from things ${lock}`).length
    }),
  }
  for (const remove of Object.values(steps)) await remove(sql, 1)
  expect([asked.rows.size, asked.count.size]).toEqual([1, 2])
  await pool.query('alter table things add column name text')
  // Planned when a row had one column less: refused, and nothing about locks.
  await steps.rows(sql, 1)
  expect(asked.rows.size).toBe(2)
  const [skips] = asked.rows
  for (const which of ['rows', 'count'] as const) {
    asked[which].clear()
    await steps[which](sql, 1)
  }
  expect([asked.rows.size, asked.count.size]).toEqual([1, 1])
  expect([asked.rows.has(skips), asked.count.has(skips)]).toEqual([true, false])
})
