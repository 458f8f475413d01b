import {
  causeOfUnavailable,
  closeAfterTest,
  createServerDatabase,
  databaseForTest,
  startBeforeAll,
  startNetwork,
  untilAnswered,
} from '@countersign/testing'
import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../errors.ts'
import { readinessOf } from '../telemetry/readiness.ts'
import { openDatabase } from './database.ts'
import { schemaCheck } from './migrate.ts'

const TEST_DEADLINE_MS = 1_000
const until = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 60_000, interval: 1 })

test('that stood still too long is over, and its connection not used again', async () => {
  const url = await databaseForTest()
  const network = closeAfterTest(await startNetwork(url))
  const database = closeAfterTest(await openDatabase({ databaseUrl: network.url }))
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
    const next = causeOfUnavailable(sql`select 1`)
    network.thaw()
    causes.push(await next, await causeOfUnavailable(sql`select 1`))
  })
  await expect(attempt).rejects.toThrow(DatabaseUnavailable)
  expect(causes[0]).toBeInstanceOf(Error)
  expect(causes[1]).toBe(causes[0])

  await untilAnswered(database)
  await other.end()
})

describe('a connection that falls silent', () => {
  const network = startBeforeAll(async () => {
    const { url, drop } = await createServerDatabase()
    const started = await startNetwork(url)
    return { ...started, close: () => started.close().then(drop) }
  })
  const database = startBeforeAll(async () => {
    const opened = await openDatabase({ databaseUrl: network.url, deadlineMs: TEST_DEADLINE_MS })
    await opened.sql`create table public.notes (text text not null)`
    return opened
  })

  test('is given up by its users, by those that wait, and by later ones', async () => {
    await Promise.allSettled(Array.from({ length: 30 }, () => database.sql`select 1`))
    network.freeze()
    const asking = Array.from({ length: 30 }, () => database.sql`select 1`.catch((error: unknown) => error))
    for (const error of await Promise.all(asking)) expect(error).toBeInstanceOf(DatabaseUnavailable)
    await expect(database.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
    network.thaw()
    await untilAnswered(database)
  })

  test('refuses the caller after the 1,000th at once, not at the deadline', async () => {
    network.freeze()
    const asking = Array.from({ length: 1_001 }, () => causeOfUnavailable(database.sql`select 1`))
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
      await sql`insert into public.notes values ('kept, or not')`
      network.freeze()
    })
    await expect(attempt).rejects.toThrow(DatabaseUnavailable)
    network.thaw()
    await untilAnswered(database)
  })

  test('is not ready, checked once for concurrent probes, and released', async () => {
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
    const listening = closeAfterTest(await openDatabase({ databaseUrl: network.url, deadlineMs: TEST_DEADLINE_MS / 2 }))
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
  })
})

test('a server that is too slow reads as unavailable, and is used again once it is not', async () => {
  const url = await databaseForTest()
  const network = closeAfterTest(await startNetwork(url))
  const database = closeAfterTest(await openDatabase({ databaseUrl: network.url, deadlineMs: TEST_DEADLINE_MS }))
  network.delay(TEST_DEADLINE_MS)
  await expect(database.sql`select 1`).rejects.toThrow(DatabaseUnavailable)
  network.delay(0)
  await untilAnswered(database)
})
