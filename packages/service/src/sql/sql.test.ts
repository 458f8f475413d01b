import { createTestDatabase, ENGINES } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { DatabaseUnavailable } from '../errors.ts'
import type { Database } from './database.ts'
import { type Sql, type SqlPool, sqlText, type Transaction } from './sql.ts'

describe.each(ENGINES)('sql on the %s database', (engine) => {
  let database: Database

  beforeAll(async () => {
    database = await createTestDatabase(engine)
    await database.sql`create table notes (id integer primary key, text text not null)`
  })
  afterAll(() => database.close())

  test('a value is data, whatever it holds', async () => {
    const text = "'; drop table notes; --"
    await database.sql`insert into notes (id, text) values (${1}, ${text})`
    expect(await database.sql`select text from notes where id = ${1}`).toEqual([{ text }])
  })

  test('a text of our own stands in the statement as it is, and the values beside it stay data', async () => {
    const [table, column] = [sqlText`notes`, sqlText`text`]
    await database.sql`insert into ${table} (id, ${column}) values (${3}, ${'notes'})`
    const rows = await database.sql`select ${column} from ${table} where id = ${3} and ${sqlText`text`} = ${'notes'}`
    expect(rows).toEqual([{ text: 'notes' }])
  })

  test('a transaction that throws leaves nothing', async () => {
    const attempt = database.sql.transaction(async (sql) => {
      await sql`insert into notes (id, text) values (${2}, 'gone')`
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await database.sql`select 1 from notes where id = ${2}`).toEqual([])
  })

  test('a transaction inside a transaction does not compile, and does not run', async () => {
    // @ts-expect-error: the outer one is passed on instead.
    const nested = database.sql.transaction((transaction) => transaction.transaction(async () => undefined))
    await expect(nested).rejects.toThrow(TypeError)
  })

  test('what must run in a transaction cannot be given the pool', async () => {
    const writeTwo = async (transaction: Transaction) => {
      await transaction`insert into notes (id, text) values (${4}, 'one')`
      await transaction`insert into notes (id, text) values (${5}, 'two')`
    }
    await database.sql.transaction(writeTwo)
    // @ts-expect-error: each of its statements would stand alone.
    await expect(writeTwo(database.sql)).rejects.toThrow('duplicate key')
    expectTypeOf<SqlPool>().not.toExtend<Transaction>()
    expectTypeOf<Sql>().not.toExtend<Transaction>()
    expectTypeOf<Transaction>().not.toExtend<SqlPool>()
  })

  test('a wrong statement is a bug, not an outage', async () => {
    await expect(database.sql`select nothing from nowhere`).rejects.not.toThrow(DatabaseUnavailable)
  })

  test('a thousand statements at once all get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => database.sql<{ n: number }>`select ${index}::int as n`),
    )
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 1000 }, (_, index) => index))
  })
})

test('a database that does not answer reads as unavailable', async () => {
  const { openDatabase } = await import('./database.ts')
  const database = await openDatabase({ databaseUrl: 'postgresql://postgres@127.0.0.1:1/none' })
  await expect(database.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
  await database.close()
})

test('of two transactions that hold what the other needs, one is done again, and both take effect', async () => {
  const database = await createTestDatabase('postgresql')
  await database.sql`create table counters (name text primary key, count integer not null)`
  await database.sql`insert into counters values ('a', 0), ('b', 0)`
  const count = (sql: Sql, name: string) => sql`update counters set count = count + 1 where name = ${name}`
  const both = Promise.withResolvers<void>()
  let begun = 0
  let holding = 0
  const other = Promise.withResolvers<void>()
  const inOrder = async (first: string, second: string) => {
    await database.sql.transaction(async (sql) => {
      begun += 1
      // Otherwise it could stand in the other's way once more.
      if (begun > 2) await other.promise
      await count(sql, first)
      holding += 1
      if (holding === 2) both.resolve()
      await both.promise
      await count(sql, second)
    })
    other.resolve()
  }
  await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')])
  expect(begun).toBe(3)
  expect(await database.sql`select count from counters`).toEqual([{ count: 2 }, { count: 2 }])
  await database.close()
})
