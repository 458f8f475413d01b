import { addCountsTo, createNetworkLimiter, shareLimits } from '@countersign/service/limits'
import { openDatabase, sqlText } from '@countersign/service/sql'
import { createServerDatabase, createTestDatabase, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { providerMigrations } from '../src/index.ts'
import { countDeadlocks } from './started-provider.ts'

const SECRET = 'a secret that all processes hold'
const ADDRESS = '192.0.2.1'

describe('processes with shared limits', () => {
  const database = startBeforeAll(() => createTestDatabase('postgresql', providerMigrations))

  function startProcess(name: string, windowSeconds = 60, secret = SECRET) {
    const limiter = createNetworkLimiter({ limit: 4, windowSeconds }, () => new Date())
    const share = shareLimits({
      limiters: { [name]: limiter },
      secret,
      add: addCountsTo(database.sql, sqlText`provider.rate_limits`),
    })
    const count = (times: number) => {
      for (let each = 0; each < times; each += 1) limiter.count(ADDRESS)
    }
    return { count, share, secondsToWait: () => limiter.secondsToWait(ADDRESS) }
  }

  test('stop together what each alone would let pass', async () => {
    const [first, second] = [startProcess('sum'), startProcess('sum')]
    first.count(3)
    second.count(1)
    await first.share()
    expect([first.secondsToWait(), second.secondsToWait()]).toEqual([undefined, undefined])
    await second.share()
    expect(second.secondsToWait()).toBeGreaterThan(50)
    first.count(1)
    expect(first.secondsToWait()).toBeGreaterThan(50)
  })

  test('count nothing twice, however often they share', async () => {
    const process = startProcess('once')
    process.count(1)
    for (let each = 0; each < 5; each += 1) await process.share()
    process.count(1)
    await process.share()
    expect(process.secondsToWait()).toBeUndefined()
  })

  test('lose none of what they add at the same time', async () => {
    const all = Array.from({ length: 20 }, () => startProcess('race'))
    for (const process of all) process.count(1)
    await Promise.all(all.map((process) => process.share()))
    const [row] = await database.sql`select max(count)::int as count from provider.rate_limits where count >= 20`
    expect(row).toEqual({ count: 20 })
  })

  test('begin anew when a window has ended', async () => {
    const first = startProcess('ended')
    first.count(4)
    await first.share()
    await database.sql`update provider.rate_limits set ends_at = now() - interval '1 second'`
    const second = startProcess('ended')
    second.count(1)
    await second.share()
    expect(second.secondsToWait()).toBeUndefined()
  })

  test("keep other names apart, and hide a row's address from other secrets", async () => {
    await database.sql`delete from provider.rate_limits`
    const processes = [startProcess('one'), startProcess('two'), startProcess('one', 60, 'another secret')]
    for (const process of processes) {
      process.count(1)
      await process.share()
    }
    const rows = await database.sql<{ key: string; count: number }>`select key, count::int from provider.rate_limits`
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1])
    expect(JSON.stringify(rows)).not.toContain(ADDRESS)
  })
})

test('processes that add to the same windows as they end never wait for each other in a circle', async () => {
  const server = await createServerDatabase(providerMigrations)
  const before = await countDeadlocks(server.url)
  const processes = await Promise.all(
    Array.from({ length: 6 }, () => openDatabase({ databaseUrl: server.url, deadlineMs: 20_000 })),
  )
  const work = processes.map(async ({ sql }) => {
    const add = addCountsTo(sql, sqlText`provider.rate_limits`)
    for (let round = 0; round < 40; round += 1) {
      const keys = Array.from({ length: 400 }, () => `key ${Math.floor(Math.random() * 600)}`)
      await add([...new Set(keys)].map((key) => ({ key, count: 1, secondsLeft: Math.random() / 20 })))
    }
  })
  const ends = await Promise.allSettled(work)
  // Closing a process reports its counts at the latest.
  await Promise.all(processes.map((each) => each.close()))
  const after = await countDeadlocks(server.url)
  await server.drop()
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(after).toBe(before)
})

test('a database that is away leaves each process with its own count', async () => {
  const limiter = createNetworkLimiter({ limit: 1, windowSeconds: 60 }, () => new Date())
  const add = () => Promise.reject(new Error('away'))
  const share = shareLimits({ limiters: { a: limiter }, secret: SECRET, add })
  limiter.count(ADDRESS)
  await expect(share()).rejects.toThrow('away')
  expect(limiter.secondsToWait(ADDRESS)).toBe(60)
})
