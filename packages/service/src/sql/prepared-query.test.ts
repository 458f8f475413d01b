import { createTestDatabase, ENGINES } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Database } from './database.ts'
import { runPrepared } from './prepared-query.ts'

describe.each(ENGINES)('a prepared statement on the %s database', (engine) => {
  let database: Database

  beforeAll(async () => {
    database = await createTestDatabase(engine)
    await database.sql`create table notes (id integer primary key)`
  })
  afterAll(() => database.close())

  const within: unknown[] = []
  within.push({ within })
  const at = new Date('2026-02-03T04:05:06.789Z')

  test.each([
    ['text', 'x" \\ \n{}, ☃', (value: unknown) => database.sql`select ${value}::text as value`],
    ['null', null, (value: unknown) => database.sql`select ${value}::text as value`],
    ['integer', -7, (value: unknown) => database.sql`select ${value}::int as value`],
    ['boolean', false, (value: unknown) => database.sql`select ${value}::bool as value`],
    ['time', at, (value: unknown) => database.sql`select ${value}::timestamptz as value`],
    ['bytes', Buffer.from([0, 92, 255]), (value: unknown) => database.sql`select ${value}::bytea as value`],
    ['object', { a: ['"'] }, (value: unknown) => database.sql`select ${value}::jsonb as value`],
    ['texts', ['', 'NULL', '{"\\,}', null], (value: unknown) => database.sql`select ${value}::text[] as value`],
    ['nested', [[1], [2]], (value: unknown) => database.sql`select ${value}::int[] as value`],
    ['times', [at], (value: unknown) => database.sql`select ${value}::timestamptz[] as value`],
    ['all bytes', [Buffer.from([0, 92, 255])], (value: unknown) => database.sql`select ${value}::bytea[] as value`],
    ['objects', [{ a: '"' }], (value: unknown) => database.sql`select ${value}::jsonb[] as value`],
  ])('gives a value back as it was given: %s', async (_kind, value, select) => {
    expect(await select(value)).toEqual([{ value }])
  })

  test('takes any view of bytes, and nothing as null', async () => {
    const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3)
    const rows = await database.sql`select ${view}::bytea as bytes, ${undefined}::text as nothing`
    expect(rows).toEqual([{ bytes: Buffer.from([2, 3]), nothing: null }])
  })

  test('answers again and again: many rows, one, none, and without columns', async () => {
    const count = (rows: number) => database.sql<{ n: number }>`select generate_series(1, ${rows}::int) as n`
    for (const rows of [3, 1, 0, 2]) expect(await count(rows)).toHaveLength(rows)
    const remove = () => database.sql`delete from notes where id = ${-1}`
    for (let again = 0; again < 2; again += 1) expect(await remove()).toEqual([])
  })

  test('that was refused the first time can be run again', async () => {
    await database.sql`insert into notes values (1)`
    const insert = (id: number) => database.sql`insert into notes values (${id}) returning id`
    await expect(insert(1)).rejects.toThrow('duplicate key')
    await expect(insert(1)).rejects.toThrow('duplicate key')
    expect(await insert(2)).toEqual([{ id: 2 }])
    expect(await insert(3)).toEqual([{ id: 3 }])
  })

  test.each([
    ['a time that is none', new Date(Number.NaN)],
    ['a number that JSON has not', 1n],
    ['an object within itself', within],
  ])('whose value cannot be written is refused, and the next one is answered: %s', async (_kind, value) => {
    await expect(database.sql`select ${value}::text`).rejects.toThrow(Error)
    expect(await database.sql`select 1 as one`).toEqual([{ one: 1 }])
    const attempt = database.sql.transaction(async (sql) => {
      await sql`insert into notes values (-2)`
      await sql`select ${value}::text`
    })
    await expect(attempt).rejects.toThrow(Error)
    expect(await database.sql`select from notes where id = -2`).toEqual([])
  })

  test('whose columns are others than before, as on another connection of a pooler, is refused, and then read as they are', async () => {
    const client = await database.pool.connect()
    onTestFinished(() => client.release())
    const text = "select *, 'end' as behind from changing"
    const read = () => runPrepared(client, { name: 'changing', text, values: [] }, undefined)
    await client.query(`create table changing (a text); insert into changing values ('a')`)
    expect((await read()).rows).toEqual([{ a: 'a', behind: 'end' }])
    await client.query(`alter table changing add column b text default 'b'; deallocate changing`)
    await client.query(`prepare changing as ${text}`)
    await expect(read()).rejects.toThrow('The columns of a prepared statement have changed.')
    expect((await read()).rows).toEqual([{ a: 'a', b: 'b', behind: 'end' }])
  })

  test('that is refused says who asked', async () => {
    async function askForNothing() {
      await database.sql`select nothing from nowhere`
    }
    const error: unknown = await askForNothing().catch((thrown: unknown) => thrown)
    expect(error instanceof Error && error.stack).toContain('askForNothing')
  })
})
