import {
  createServerDatabase,
  type Network,
  type PostgresServer,
  startNetwork,
  startPostgres,
} from '@countersign/testing'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../errors.ts'
import { readinessOf } from '../telemetry/readiness.ts'
import { type Database, openDatabase } from './database.ts'
import { schemaCheck } from './migrate.ts'

const TEST_DEADLINE_MS = 1_000

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits until the database itself has answered a statement. */
async function untilAnswered(database: Database): Promise<void> {
  for (;;) {
    const answer = await database.sql`select 1`.catch((error: unknown) => error)
    if (Array.isArray(answer)) return
    expect(answer).toBeInstanceOf(DatabaseUnavailable)
  }
}

/** The cause of DatabaseUnavailable. */
async function causeOf(statement: Promise<unknown>): Promise<unknown> {
  const error = await statement.catch((thrown: unknown) => thrown)
  if (!(error instanceof DatabaseUnavailable)) throw error
  return error.cause
}

describe('a connection that the server ends', () => {
  let url: string
  let drop: () => Promise<void>
  let database: Database
  let other: Client

  beforeAll(async () => {
    ;({ url, drop } = await createServerDatabase())
    database = await openDatabase({ databaseUrl: url })
    await database.sql`create table notes (text text not null)`
    other = new Client({ connectionString: url })
    await other.connect()
  })
  afterAll(async () => {
    await database.close()
    await other.end()
    await drop()
  })

  /** Ends the session, and waits until the process that served it is gone. */
  async function terminate(pid: number): Promise<void> {
    await other.query('select pg_terminate_backend($1, 30000)', [pid])
    // By now the news has reached this process too: it came before this answer, from the same machine.
    await new Promise((resolve) => setImmediate(resolve))
  }

  test.each([
    ['between two statements of a transaction', true],
    ['just before the commit', false],
  ])('%s reads as unavailable, and leaves nothing', async (text, hasMore) => {
    const attempt = database.sql.transaction(async (sql) => {
      const [row] = await sql<{ pid: number }>`insert into notes values (${text}) returning pg_backend_pid() as pid`
      await terminate(row?.pid ?? 0)
      if (hasMore) await sql`insert into notes values ('more')`
    })
    await expect(attempt).rejects.toThrow(DatabaseUnavailable)
    expect(await database.sql`select text from notes`).toEqual([])
  })

  test('in the middle of a statement reads as unavailable', async () => {
    const attempt = database.sql`select pg_sleep(60)`.catch((error: unknown) => error)
    let pids: { pid: number }[] = []
    while (pids.length === 0) {
      const { rows } = await other.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`,
      )
      pids = rows
    }
    for (const { pid } of pids) await terminate(pid)
    expect(await attempt).toBeInstanceOf(DatabaseUnavailable)
    await untilAnswered(database)
  })
})

test('a transaction that stood still for too long is over: nothing more is asked of its connection, and the next has another', async () => {
  const { url, drop } = await createServerDatabase()
  const network = await startNetwork(url)
  const database = await openDatabase({ databaseUrl: network.url })
  const other = new Client({ connectionString: url })
  await other.connect()

  const causes: unknown[] = []
  const attempt = database.sql.transaction(async (sql) => {
    const [row] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
    await sql`set local idle_in_transaction_session_timeout = 50`
    // The server's last message is read only when the next statement waits for its answer.
    network.freeze()
    for (let isThere = true; isThere; ) {
      isThere = (await other.query('select from pg_stat_activity where pid = $1', [row?.pid])).rows.length > 0
    }
    const next = causeOf(sql`select 1`)
    network.thaw()
    causes.push(await next, await causeOf(sql`select 1`))
  })
  await expect(attempt).rejects.toThrow(DatabaseUnavailable)
  expect(causes[0]).toBeInstanceOf(Error)
  expect(causes[1]).toBe(causes[0])

  await untilAnswered(database)
  await other.end()
  await database.close()
  await network.close()
  await drop()
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
    const database = await openDatabase({ databaseUrl: server.url })
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
    await database.close()
  })
})

describe('a connection that falls silent', () => {
  let network: Network
  let database: Database
  let drop: () => Promise<void>

  beforeAll(async () => {
    const server = await createServerDatabase()
    drop = server.drop
    network = await startNetwork(server.url)
    database = await openDatabase({ databaseUrl: network.url, deadlineMs: TEST_DEADLINE_MS })
    await database.sql`create table notes (text text not null)`
  })
  afterAll(async () => {
    await network.close()
    await database.close()
    await drop()
  })

  test('is given up: by those who use it, by those who wait for one, and by those who come later', async () => {
    await Promise.allSettled(Array.from({ length: 30 }, () => database.sql`select 1`))
    network.freeze()
    const asking = Array.from({ length: 30 }, () => database.sql`select 1`.catch((error: unknown) => error))
    for (const error of await Promise.all(asking)) expect(error).toBeInstanceOf(DatabaseUnavailable)
    await expect(database.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
    network.thaw()
    await untilAnswered(database)
  })

  test('has no more wait for it than may: who comes too late is refused at once, and not at the deadline', async () => {
    network.freeze()
    const asking = Array.from({ length: 1_001 }, () => causeOf(database.sql`select 1`))
    const first = await Promise.race(asking)
    expect(String(first)).toContain('Too many wait')
    expect(database.load()).toBe(1)
    const refused = (await Promise.all(asking)).filter((cause) => String(cause).includes('Too many wait'))
    expect(refused).toHaveLength(1)
    network.thaw()
    await untilAnswered(database)
    expect(database.load()).toBe(0)
  })

  test('at a commit reads as unavailable: whether it happened shows later', async () => {
    const attempt = database.sql.transaction(async (sql) => {
      await sql`insert into notes values ('kept, or not')`
      network.freeze()
    })
    await expect(attempt).rejects.toThrow(DatabaseUnavailable)
    network.thaw()
    await untilAnswered(database)
  })

  test('is not ready, asked once however often, and kept by nobody', async () => {
    const withoutMigrations = new URL('../', import.meta.url)
    const { name, check } = schemaCheck(database, [{ schema: 'core', folder: withoutMigrations }])
    let asked = 0
    const counted = async (): Promise<void> => {
      asked += 1
      await check()
    }
    const read = readinessOf([{ name, check: counted }], 0)
    expect(await read()).toEqual({ schema: 'ok' })
    network.freeze()
    const outcomes = await Promise.all(Array.from({ length: 5 }, read))
    expect(outcomes).toEqual(outcomes.map(() => ({ schema: 'unavailable' })))
    expect(asked).toBe(2)
    expect(database.pool.totalCount).toBe(database.pool.idleCount)
    network.thaw()
    await untilAnswered(database)
    expect(await read()).toEqual({ schema: 'ok' })
  })

  test('while it listens for notifications is replaced', async () => {
    const heard = new Set<string>()
    let connected = 0
    // It is found out a deadline after the last answer, and another after that.
    const listening = await openDatabase({ databaseUrl: network.url, deadlineMs: TEST_DEADLINE_MS / 2 })
    const stop = listening.listen('news', {
      onNotification: (payload) => heard.add(payload),
      onConnected: () => (connected += 1),
    })
    await until(() => connected === 1)
    network.forget()
    await until(() => connected === 2)
    await untilAnswered(listening)
    await listening.sql`select pg_notify('news', 'there again')`
    await until(() => heard.size > 0)
    expect([...heard]).toEqual(['there again'])
    await stop()
    await listening.close()
  })
})

test('a server that is too slow reads as unavailable, and is used again once it is not', async () => {
  const { url, drop } = await createServerDatabase()
  const network = await startNetwork(url)
  const database = await openDatabase({ databaseUrl: network.url, deadlineMs: TEST_DEADLINE_MS })
  network.delay(TEST_DEADLINE_MS)
  await expect(database.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
  network.delay(0)
  await untilAnswered(database)
  await database.close()
  await network.close()
  await drop()
})

describe('a server that cannot write', () => {
  let url: string
  let drop: () => Promise<void>
  let other: Client

  beforeAll(async () => {
    ;({ url, drop } = await createServerDatabase())
    other = new Client({ connectionString: url })
    await other.connect()
    await other.query('create table notes (text text not null)')
  })
  afterAll(async () => {
    await other.end()
    await drop()
  })
  const write = ({ sql }: Database) =>
    sql<{ pid: number }>`insert into notes values ('') returning pg_backend_pid() as pid`

  test('because it only reads, as a standby does, is unavailable, and its connections are not used again', async () => {
    const database = await openDatabase({ databaseUrl: url })
    const name = other.escapeIdentifier(new URL(url).pathname.slice(1))
    await other.query(`alter database ${name} set default_transaction_read_only = on`)
    const cause = await causeOf(write(database))
    expect(cause).toMatchObject({ code: '25006' })
    await other.query(`alter database ${name} reset default_transaction_read_only`)
    expect(await write(database)).toHaveLength(1)
    await database.close()
  })

  test('because its disk is full is unavailable, and goes on when there is room', async () => {
    const database = await openDatabase({ databaseUrl: url })
    const [before] = await write(database)
    await other.query(`
      create function find_no_room() returns trigger language plpgsql as
        $$ begin raise exception using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on notes execute function find_no_room()`)
    expect(await causeOf(write(database))).toMatchObject({ code: '53100' })
    await other.query('drop trigger full_disk on notes')
    expect(await write(database)).toEqual([before])
    await database.close()
  })
})

test('a statement that takes too long is ended by the server too, and its connection goes on', async () => {
  const { url, drop } = await createServerDatabase()
  const database = await openDatabase({ databaseUrl: url, deadlineMs: TEST_DEADLINE_MS })
  const pid = () => database.sql<{ pid: number }>`select pg_backend_pid() as pid`
  const before = await pid()
  await expect(database.sql`select pg_sleep(60)`).rejects.toThrow(DatabaseUnavailable)
  expect(await pid()).toEqual(before)
  await database.close()
  await drop()
})
