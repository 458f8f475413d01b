import { closeAfterTest, createTestDatabase, ENGINES, startBeforeAll } from '@countersign/testing'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { DatabaseUnavailable } from '../errors.ts'
import { type Database, openDatabase } from './database.ts'
import { type Sql, type SqlPool, sqlText, type Transaction } from './sql.ts'

describe.each(ENGINES)('sql on %s:', (engine) => {
  const database = startBeforeAll(async () => {
    const made = await createTestDatabase(engine)
    await made.sql`create table public.notes (id integer primary key, text text not null)`
    return made
  })

  test('a value is never read as SQL', async () => {
    const text = "'; drop table notes; --"
    await database.sql`insert into public.notes (id, text) values (${1}, ${text})`
    expect(await database.sql`select text from public.notes where id = ${1}`).toEqual([{ text }])
  })

  test('a sqlText becomes part of the statement, and the values beside it stay parameters', async () => {
    const [table, column] = [sqlText`public.notes`, sqlText`text`]
    await database.sql`insert into ${table} (id, ${column}) values (${3}, ${'notes'})`
    const rows = await database.sql`select ${column} from ${table} where id = ${3} and ${sqlText`text`} = ${'notes'}`
    expect(rows).toEqual([{ text: 'notes' }])
  })

  const at = new Date('2026-02-03T04:05:06.789Z')
  const bytes = Buffer.from([0, 92, 255])
  test.each([
    ['text', 'x" \\ \n{}, ☃', (value: unknown) => database.sql`select ${value}::text as value`],
    ['null', null, (value: unknown) => database.sql`select ${value}::text as value`],
    ['boolean', false, (value: unknown) => database.sql`select ${value}::bool as value`],
    ['time', at, (value: unknown) => database.sql`select ${value}::timestamptz as value`],
    ['bytes', bytes, (value: unknown) => database.sql`select ${value}::bytea as value`],
    ['object', { a: ['"'] }, (value: unknown) => database.sql`select ${value}::jsonb as value`],
    ['texts', ['', 'NULL', '{"\\,}', null], (value: unknown) => database.sql`select ${value}::text[] as value`],
    ['times', [at], (value: unknown) => database.sql`select ${value}::timestamptz[] as value`],
    ['byte strings', [bytes], (value: unknown) => database.sql`select ${value}::bytea[] as value`],
    ['objects', [{ a: '"' }], (value: unknown) => database.sql`select ${value}::jsonb[] as value`],
  ])('a value is read back as it was written: %s', async (_kind, value, select) => {
    expect(await select(value)).toEqual([{ value }])
  })

  test('an unwritable value fails its transaction, and the connection goes on', async () => {
    const circular: unknown[] = []
    circular.push({ circular })
    const attempt = database.sql.transaction(async (sql) => {
      await sql`insert into public.notes values (-2, 'gone')`
      await sql`select ${circular}::text`
    })
    await expect(attempt).rejects.toThrow(Error)
    expect(await database.sql`select from public.notes where id = -2`).toEqual([])
  })

  test('a refused statement names its caller in the stack', async () => {
    async function askForNothing() {
      await database.sql`select nothing from nowhere`
    }
    const error: unknown = await askForNothing().catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(DatabaseUnavailable)
    expect(error instanceof Error && error.stack).toContain('askForNothing')
  })

  test('a transaction inside a transaction neither compiles nor runs', async () => {
    // @ts-expect-error: pass the outer one on instead.
    const nested = database.sql.transaction((transaction) => transaction.transaction(async () => undefined))
    await expect(nested).rejects.toThrow(TypeError)
  })

  test('a function that takes a Transaction cannot be given the pool', async () => {
    const writeTwo = async (transaction: Transaction) => {
      await transaction`insert into public.notes (id, text) values (${4}, 'one')`
      await transaction`insert into public.notes (id, text) values (${5}, 'two')`
    }
    await database.sql.transaction(writeTwo)
    // @ts-expect-error: each statement would commit alone.
    await expect(writeTwo(database.sql)).rejects.toThrow('duplicate key')
    expectTypeOf<SqlPool>().not.toExtend<Transaction>()
    expectTypeOf<Sql>().not.toExtend<Transaction>()
    expectTypeOf<Transaction>().not.toExtend<SqlPool>()
  })

  test('each of a thousand concurrent statements gets its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => database.sql<{ n: number }>`select ${index}::int as n`),
    )
    expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 1000 }, (_, index) => index))
  })
})

describe('sql behind a pooler:', () => {
  let database: Database

  beforeEach(async () => {
    database = await createTestDatabase('postgresql')
  })
  afterEach(() => database.close())

  const double = (sql: Sql, n: number) => sql<{ doubled: number }>`select 2 * ${n}::int as doubled`
  /** Changes the names that the one connection of these tests knows, as a pooler does by switching it. */
  const swap = (statement: string) => database.pool.query(statement)

  test('statements run without a name once one is unknown to the connection', async () => {
    expect(await double(database.sql, 1)).toEqual([{ doubled: 2 }])
    await swap('deallocate all')
    expect(await double(database.sql, 2)).toEqual([{ doubled: 4 }])
    const { rows } = await swap('select name from pg_prepared_statements')
    expect(rows).toEqual([])
  })

  test('a statement whose name another client has prepared runs without it', async () => {
    await double(database.sql, 1)
    const { rows } = await swap('select name, statement from pg_prepared_statements')
    const other = closeAfterTest(await createTestDatabase('postgresql'))
    await other.pool.query(`prepare "${rows[0].name}" as ${rows[0].statement}`)
    expect(await double(other.sql, 3)).toEqual([{ doubled: 6 }])
  })

  test('a transaction in which a name is refused takes effect once', async () => {
    await database.sql`create table public.steps (step text not null)`
    await double(database.sql, 1)
    await swap('deallocate all')
    const doubled = await database.sql.transaction(async (sql) => {
      await sql`insert into public.steps values ('only')`
      return double(sql, 4)
    })
    expect(doubled).toEqual([{ doubled: 8 }])
    expect(await database.sql`select step from public.steps`).toEqual([{ step: 'only' }])
  })
})

test('sql: an unreachable database reads as unavailable', async () => {
  const database = closeAfterTest(await openDatabase({ databaseUrl: 'postgresql://postgres@127.0.0.1:1/none' }))
  await expect(database.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
})

test('sql: of two deadlocked transactions one is retried, and both take effect', async () => {
  const database = closeAfterTest(await createTestDatabase('postgresql'))
  await database.sql`create table public.counters (name text primary key, count integer not null)`
  await database.sql`insert into public.counters values ('a', 0), ('b', 0)`
  const count = (sql: Sql, name: string) => sql`update public.counters set count = count + 1 where name = ${name}`
  const both = Promise.withResolvers<void>()
  let begun = 0
  let holding = 0
  const other = Promise.withResolvers<void>()
  const inOrder = async (first: string, second: string) => {
    await database.sql.transaction(async (sql) => {
      begun += 1
      // The retry waits for the other: otherwise they could deadlock again.
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
  expect(await database.sql`select count from public.counters`).toEqual([{ count: 2 }, { count: 2 }])
})
