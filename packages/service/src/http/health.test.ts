import { closeAfterTest, createTestDatabase, recordLog } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../sql/database.ts'
import { addReadinessCheck } from '../telemetry/readiness.ts'
import { mountHealth } from './health.ts'
import { createHttpServer } from './http-server.ts'

describe('health checks', () => {
  test('answers 503 to /health/ready and 200 to /health/live while the database is away', async () => {
    const database = closeAfterTest(await openDatabase({ databaseUrl: 'postgresql://postgres@127.0.0.1:9/none' }))
    const server = createHttpServer({ logger: recordLog().logger })
    mountHealth(server, database.checks)
    const ready = await server.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'unavailable', checks: { database: 'unavailable', clock: 'unavailable' } },
    ])
    expect((await server.inject('/health/live')).statusCode).toBe(200)
  })

  test('answers 200 to /health/ready when the database answers', async () => {
    const database = closeAfterTest(await createTestDatabase('embedded'))
    const server = createHttpServer({ logger: recordLog().logger })
    mountHealth(server, database.checks)
    expect((await server.inject('/health/ready')).json()).toEqual({ status: 'ok', checks: { database: 'ok' } })
  })

  test('logs a probe at info only where a check fails', async () => {
    const { logger, entries } = recordLog()
    const server = createHttpServer({ logger })
    let isWell = true
    const check = async (): Promise<void> => {
      if (!isWell) throw new Error('It is away.')
    }
    mountHealth(server, [{ name: 'database', check }], 0)
    for (const path of ['live', 'ready', 'ready/']) await server.inject(`/health/${path}`)
    expect(entries()).toEqual([])
    isWell = false
    await server.inject('/health/ready')
    await server.inject('/health/other')
    expect(entries()).toMatchObject([
      { level: 'info', event: 'request', route: '/health/ready', status: 503 },
      { level: 'info', event: 'request', status: 404 },
    ])
  })

  test('runs a pending check once for ten probes, and answers before it ends', async () => {
    let asked = 0
    const silent = (): Promise<void> => {
      asked += 1
      return new Promise(() => undefined)
    }
    const server = createHttpServer({ logger: recordLog().logger })
    addReadinessCheck(server, { name: 'oracle', check: silent })
    mountHealth(server, [])
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.inject('/health/ready')))
    for (const answer of answers) {
      expect(answer.json()).toEqual({ status: 'unavailable', checks: { oracle: 'unavailable' } })
    }
    expect(asked).toBe(1)
  })
})
