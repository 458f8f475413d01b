import { createTestDatabase } from '@countersign/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'

let database: Database

beforeEach(async () => {
  database = await createTestDatabase('postgresql')
})
afterEach(() => database.close())

const double = (sql: Sql, n: number) => sql<{ doubled: number }>`select 2 * ${n}::int as doubled`

/** The one connection that these tests use, as a pooler hands out another one: with other names. */
const swap = (statement: string) => database.pool.query(statement)

test('a statement that the connection does not know any more is done without its name, and so are all others', async () => {
  expect(await double(database.sql, 1)).toEqual([{ doubled: 2 }])
  await swap('deallocate all')
  expect(await double(database.sql, 2)).toEqual([{ doubled: 4 }])
  const { rows } = await swap('select name from pg_prepared_statements')
  expect(rows).toEqual([])
})

test('a statement that the connection knows already from somebody else is done', async () => {
  await double(database.sql, 1)
  const { rows } = await swap('select name, statement from pg_prepared_statements')
  const other = await createTestDatabase('postgresql')
  await other.pool.query(`prepare "${rows[0].name}" as ${rows[0].statement}`)
  expect(await double(other.sql, 3)).toEqual([{ doubled: 6 }])
  await other.close()
})

test('a transaction in which a name is refused is done once, from its beginning', async () => {
  await database.sql`create table steps (step text not null)`
  await double(database.sql, 1)
  await swap('deallocate all')
  const doubled = await database.sql.transaction(async (sql) => {
    await sql`insert into steps values ('only')`
    return double(sql, 4)
  })
  expect(doubled).toEqual([{ doubled: 8 }])
  expect(await database.sql`select step from steps`).toEqual([{ step: 'only' }])
})
