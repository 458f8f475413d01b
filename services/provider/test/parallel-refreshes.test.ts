import { setTimeout as pause } from 'node:timers/promises'
import { hasOwnServer, recordStatements, startBeforeAll } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedProvider, startProvider, TOKEN_SECRET } from './started-provider.ts'

const HOLDERS = 8
const NEXT_SECRET = 'the-next-token-secret-0123456789abcdefgh'

type Answer = Awaited<ReturnType<StartedProvider['refresh']>>

describe('parallel refreshes:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  let processes: readonly FastifyInstance[]

  beforeAll(async () => {
    processes = [provider.app, await provider.startInstance()]
  })
  afterAll(async () => {
    await processes[1]?.close()
  })

  async function refreshAt(process: FastifyInstance | undefined, refreshToken: string): Promise<Answer> {
    const { client_id, client_secret } = provider.client
    const fields = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id,
      client_secret: String(client_secret),
    }
    const payload = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (process ?? provider.app).inject({ method: 'POST', url: '/oauth/token/', headers, payload })
  }

  const refreshAll = (tokens: readonly string[], at = processes, jitterMs = 0) =>
    Promise.all(
      tokens.map(async (token, holder) => {
        await pause(Math.random() * jitterMs)
        return refreshAt(at[holder % at.length], token)
      }),
    )

  test('in 40 rounds with answers of the round before all get the same pair', async () => {
    const { refresh_token } = await provider.obtainTokens()
    let held = Array.from({ length: HOLDERS }, () => refresh_token)
    for (let round = 0; round < 40; round += 1) {
      const answers = await refreshAll(held, processes, round % 2 === 0 ? 0 : 30)
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(held.map(() => 200))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      held = answers.map((answer) => String(answer.json().refresh_token))
    }
  })

  test('no one is signed out by a store that keeps whichever answer comes last', async () => {
    let { refresh_token: stored } = await provider.obtainTokens()
    for (let round = 0; round < 40; round += 1) {
      const token = stored
      await Promise.all(
        Array.from({ length: HOLDERS }, async (_, holder) => {
          await pause(Math.random() * 30)
          const answer = await refreshAt(processes[holder % processes.length], token)
          expect(answer.statusCode).toBe(200)
          stored = answer.json().refresh_token
        }),
      )
    }
  })

  test('no one is signed out while TOKEN_SECRET is replaced, in either order', async () => {
    const replacing = [
      await provider.startInstance({ tokenSecrets: [TOKEN_SECRET, NEXT_SECRET] }),
      await provider.startInstance({ tokenSecrets: [NEXT_SECRET, TOKEN_SECRET] }),
    ]
    const { refresh_token } = await provider.obtainTokens()
    let held = Array.from({ length: HOLDERS }, () => refresh_token)
    for (let round = 0; round < 10; round += 1) {
      const answers = await refreshAll(held, replacing)
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      held = answers.map((answer) => String(answer.json().refresh_token))
    }
    const [last = ''] = (await refreshAll(held, replacing.slice(1))).map((answer) => answer.json().refresh_token)
    const after = await provider.startInstance({ tokenSecrets: [NEXT_SECRET] })
    expect((await refreshAt(after, last)).statusCode).toBe(200)
    await Promise.all([...replacing, after].map((each) => each.close()))
  })
})

describe('a refresh', () => {
  const recorder = recordStatements()
  const provider = startBeforeAll(() => startProvider('postgresql'))
  afterAll(() => recorder.stop())

  /** The process reads clients, flushes counts and cleans in the background. */
  const OF_FLOWS = /provider\.(?:grants|authorization_requests)/

  const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    recorder.take()
    await work()
    return recorder
      .take()
      .map(({ text }) => text.trim())
      .filter((text) => OF_FLOWS.test(text) && !text.includes('leaves_at'))
  }

  test('is one update of one row; a made-up token asks nothing', async () => {
    const { refresh_token } = await provider.obtainTokens()
    let next = ''
    const refreshing = async () => {
      next = (await provider.refresh(next || refresh_token)).json().refresh_token
    }
    await refreshing()
    expect(await statementsOf(refreshing)).toEqual([expect.stringMatching(/^update provider\.grants/)])
    const made = `${next.slice(0, -4)}AAAA`
    expect(await statementsOf(() => provider.refresh(made))).toEqual([])
  })

  test.runIf(hasOwnServer)('updates in place: it touches no index', async () => {
    const { pool } = provider.database
    const count = async () => {
      await pool.query('select pg_stat_force_next_flush()')
      const { rows } = await pool.query<{ updated: number; inPlace: number }>(
        `select n_tup_upd::int as updated, n_tup_hot_upd::int as "inPlace" from pg_stat_user_tables where relname = 'grants'`,
      )
      return rows[0] ?? { updated: 0, inPlace: 0 }
    }
    const { refresh_token } = await provider.obtainTokens()
    const before = await count()
    await provider.refresh(refresh_token)
    const expected = { updated: before.updated + 1, inPlace: before.inPlace + 1 }
    await expect.poll(count).toEqual(expected)
  })
})
