import {
  causeOfUnavailable,
  closeAfterTest,
  createServerDatabase,
  databaseForTest,
  type PostgresServer,
  startBeforeAll,
  startPostgres,
  untilAnswered,
} from '@countersign/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../errors.ts'
import { type Database, openDatabase } from './database.ts'

/** A database with a table, and a connection to it that no pool holds. */
async function startWithOther() {
  const { url, drop } = await createServerDatabase()
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query('create table public.notes (text text not null)')
  return { url, other, close: () => other.end().then(drop) }
}

const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 60_000, interval: 1 })

describe('a connection that the server ends', () => {
  const server = startBeforeAll(async () => {
    const { url, other, close } = await startWithOther()
    const { sql, close: closeIt } = await openDatabase({ databaseUrl: url })
    return { sql, other, close: () => closeIt().then(close) }
  })

  /** Ends the session, and waits until the process that served it is gone. */
  async function terminate(pid: number): Promise<void> {
    await server.other.query('select pg_terminate_backend($1, 30000)', [pid])
    // By now the news has reached this process too: it came before this answer, from the same machine.
    await new Promise((resolve) => setImmediate(resolve))
  }

  test.each([
    ['between two statements of a transaction', true],
    ['just before the commit', false],
  ])('%s reads as unavailable, and leaves nothing', async (text, hasMore) => {
    const attempt = server.sql.transaction(async (sql) => {
      const [row] = await sql<{
        pid: number
      }>`insert into public.notes values (${text}) returning pg_backend_pid() as pid`
      await terminate(row?.pid ?? 0)
      if (hasMore) await sql`insert into public.notes values ('more')`
    })
    await expect(attempt).rejects.toThrow(DatabaseUnavailable)
    expect(await server.sql`select text from public.notes`).toEqual([])
  })

  test('in the middle of a statement reads as unavailable', async () => {
    const attempt = server.sql`select pg_sleep(60)`.catch((error: unknown) => error)
    let pids: { pid: number }[] = []
    while (pids.length === 0) {
      const { rows } = await server.other.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`,
      )
      pids = rows
    }
    for (const { pid } of pids) await terminate(pid)
    expect(await attempt).toBeInstanceOf(DatabaseUnavailable)
    await untilAnswered(server)
  })
})

describe('a server that goes away under load', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres({ durable: false })
  })
  afterAll(() => server.stop())

  test.each([
    ['because one of its processes is killed', 'kill'],
    ['because it is restarted', 'restart'],
  ] as const)('%s, is unavailable for a while, and then is there again', async (_case, fault) => {
    const database = closeAfterTest(await openDatabase({ databaseUrl: server.url }))
    const [row] = await database.sql<{ pid: number }>`select pg_backend_pid() as pid`
    const ending = new AbortController()
    const outcomes = new Set<unknown>()
    let answered = 0
    const ask = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        const attempt = database.sql.transaction(async (sql) => {
          await sql`select 1`
          await sql`select pg_sleep(0.001)`
        })
        await attempt.then(
          () => (answered += 1),
          (error: unknown) => outcomes.add(error instanceof DatabaseUnavailable ? 'unavailable' : error),
        )
      }
    }
    const asking = Array.from({ length: 20 }, ask)
    await until(() => answered >= 100)
    if (fault === 'kill') process.kill(row?.pid ?? 0, 'SIGKILL')
    else await server.restart()
    await until(() => outcomes.has('unavailable'))
    const before = answered
    await until(() => answered >= before + 100)
    ending.abort()
    await Promise.all(asking)
    expect([...outcomes]).toEqual(['unavailable'])
  })
})

describe('a server that cannot write', () => {
  const server = startBeforeAll(startWithOther)
  const write = ({ sql }: Database) =>
    sql<{ pid: number }>`insert into public.notes values ('') returning pg_backend_pid() as pid`

  test('is unavailable, and its connections are not used again', async () => {
    const database = closeAfterTest(await openDatabase({ databaseUrl: server.url }))
    const name = server.other.escapeIdentifier(new URL(server.url).pathname.slice(1))
    await server.other.query(`alter database ${name} set default_transaction_read_only = on`)
    const cause = await causeOfUnavailable(write(database))
    expect(cause).toMatchObject({ code: '25006' })
    await server.other.query(`alter database ${name} reset default_transaction_read_only`)
    expect(await write(database)).toHaveLength(1)
  })

  test('because its disk is full is unavailable, and goes on when there is room', async () => {
    const database = closeAfterTest(await openDatabase({ databaseUrl: server.url }))
    const [before] = await write(database)
    await server.other.query(`
      create function public.find_no_room() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on public.notes execute function public.find_no_room()`)
    expect(await causeOfUnavailable(write(database))).toMatchObject({ code: '53100' })
    await server.other.query('drop trigger full_disk on public.notes')
    expect(await write(database)).toEqual([before])
  })
})

test('a statement that takes too long is ended by the server too, and its connection goes on', async () => {
  const url = await databaseForTest()
  const database = closeAfterTest(await openDatabase({ databaseUrl: url, deadlineMs: 1_000 }))
  const pid = () => database.sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = await pid()
  await expect(database.sql`select pg_sleep(60)`).rejects.toThrow(DatabaseUnavailable)
  expect(await pid()).toEqual(before)
})
