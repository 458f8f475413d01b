import { createTestDatabase, ENGINES, startBeforeAll } from '@countersign/testing'
import { Connection } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

describe.each(ENGINES)('prepared on %s:', (engine) => {
  const database = startBeforeAll(async () => {
    const made = await createTestDatabase(engine)
    await made.sql`create table public.notes (id integer primary key, text text not null)`
    return made
  })

  test('rows are described at the first execution on a connection only', async () => {
    const emit = vi.spyOn(Connection.prototype, 'emit')
    // Other connections of this worker are described meanwhile: count those of this statement.
    const descriptions = () =>
      emit.mock.calls.filter(
        ([event, message]) => event === 'rowDescription' && message.fields[0].name === 'counted_id',
      )
    const read = (id: number) => database.sql`select ${id}::int as counted_id, now() as at`
    for (const id of [1, 2, 3]) expect(await read(id)).toEqual([{ counted_id: id, at: expect.any(Date) }])
    expect(descriptions()).toHaveLength(1)
  })

  test('a column of a new type is refused once, then read', async () => {
    const read = () => database.sql`select id from public.notes`
    await database.sql`delete from public.notes`
    await database.sql`insert into public.notes values (7, '')`
    expect(await read()).toEqual([{ id: 7 }])
    await database.pool.query('alter table public.notes alter id type text')
    await expect(read()).rejects.toThrow('cached plan')
    expect(await read()).toEqual([{ id: '7' }])
  })

  test("another client's statement of its name gives no wrong rows", async () => {
    const read = () => database.sql`select 1 as one`
    expect(await read()).toEqual([{ one: 1 }])
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from pg_prepared_statements where statement = 'select 1 as one'`,
    )
    const name = rows[0]?.name
    await database.pool.query(`deallocate "${name}"`)
    await database.pool.query(`prepare "${name}" as select 1 as one, 2 as two`)
    await expect(read()).rejects.toThrow('columns of a prepared statement have changed')
    expect(await read()).toEqual([{ one: 1 }])
  })
})
