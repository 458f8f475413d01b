import { setImmediate as turn } from 'node:timers/promises'
import { recordLog } from '@countersign/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mountApi } from '../http/api.ts'
import { allowOrigin } from '../http/cors.ts'
import { answerOAuthErrors } from '../http/error-handler.ts'
import { mountHealth } from '../http/health.ts'
import { closeHttpServer, createHttpServer } from '../http/http-server.ts'
import { BEGINS, NEVER_SHED, shedLoad, watchStandingDelay } from './shed-load.ts'

const ORIGIN = 'https://page.example'
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

/** A server under a load that the test sets; records the calls of each route's own hook. */
async function start() {
  const { logger, entries } = recordLog()
  const state = { load: 0, asked: 0 }
  const app = createHttpServer({ logger })
  shedLoad(app, { maxDelayMs: 60_000, databaseLoad: () => state.load })
  const onRequest = async (): Promise<void> => void (state.asked += 1)
  await app.register(async (scope) => {
    allowOrigin(scope, { origin: ORIGIN, requestHeaders: '', exposedHeaders: 'retry-after' })
    scope.post('/begin', { ...BEGINS, onRequest }, async () => 'begun')
    scope.post('/go-on', { onRequest }, async () => 'done')
    scope.options('/go-on', async () => 'ask')
  })
  await app.register(async (scope) => {
    answerOAuthErrors(scope)
    scope.post('/oauth/token', async () => 'tokens')
  })
  await mountApi(app, { name: 'any', title: '', description: '', version: '1' }, async (api) => {
    api.post('/mounted', async () => 'done')
  })
  app.get('/time-passes', NEVER_SHED, async () => void (await vi.advanceTimersByTimeAsync(10_000)))
  mountHealth(app, [])
  closing.push(() => closeHttpServer(app))
  const events = (): unknown[] => entries().flatMap(({ event }) => (event === 'request' ? [] : [event]))
  return { app, state, events, entries }
}

describe('under load', () => {
  test.each([
    ['as much as a half can be borne', 0.49, { '/begin': 200, '/go-on': 200, '/oauth/token': 200 }],
    ['more than that', 0.5, { '/begin': 503, '/go-on': 200, '/oauth/token': 200 }],
    ['more than can be borne', 1, { '/begin': 503, '/go-on': 503, '/oauth/token': 503 }],
  ])('%s: requests that start a flow are refused first', async (_load, load, expected) => {
    const { app, state } = await start()
    state.load = load
    for (const [url, status] of Object.entries(expected)) {
      expect((await app.inject({ method: 'POST', url })).statusCode).toBe(status)
    }
    for (const url of ['/health/live', '/health/ready']) expect((await app.inject(url)).statusCode).toBe(200)
  })

  test.each([0.5, 1])('at %d, unknown addresses are refused before their body is read', async (load) => {
    const { app, state } = await start()
    state.load = load
    for (const method of ['GET', 'POST'] as const) {
      const request = { method, headers: { 'content-type': 'application/json' }, payload: '{' }
      expect((await app.inject({ ...request, url: '/nothing' })).statusCode).toBe(503)
    }
    for (const method of ['GET', 'PUT'] as const) {
      expect((await app.inject({ method, url: '/mounted' })).statusCode).toBe(503)
    }
    state.load = 0
    expect((await app.inject('/nothing')).statusCode).toBe(404)
    expect((await app.inject('/mounted')).statusCode).toBe(405)
  })

  test("a refusal has Retry-After, its endpoint's form, and CORS", async () => {
    const { app, state } = await start()
    state.load = 1
    const refused = await app.inject({ method: 'POST', url: '/go-on', headers: { origin: ORIGIN } })
    expect(refused.json()).toMatchObject({ code: 'service_unavailable' })
    expect(refused.headers).toMatchObject({ 'retry-after': '5', 'access-control-allow-origin': ORIGIN })
    const asked = await app.inject({ method: 'OPTIONS', url: '/go-on', headers: { origin: ORIGIN } })
    expect(asked.statusCode).toBe(200)
    const atEndpoint = await app.inject({ method: 'POST', url: '/oauth/token' })
    expect(atEndpoint.json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect(atEndpoint.headers['retry-after']).toBe('5')
  })

  test('a refused request runs no hook; the log has one line at start and end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { app, state, events, entries } = await start()
    state.load = 2
    for (let count = 0; count < 3; count += 1) await app.inject({ method: 'POST', url: '/go-on' })
    expect(state.asked).toBe(0)
    expect(events()).toEqual(['overloaded'])
    await app.inject('/time-passes')
    expect(events()).toEqual(['overloaded', 'overload_over'])
    const end = entries().find(({ event }) => event === 'overload_over')
    expect(end).toMatchObject({ refused: 3 })
    expect(end).not.toHaveProperty('request_id')
  })
})

const BLOCKED_MS = 160

function block(): void {
  const end = performance.now() + BLOCKED_MS
  while (performance.now() < end);
}

test('one long turn of the event loop is a burst, and a second one a delay that stands, before it is over', async () => {
  const delay = watchStandingDelay()
  block()
  expect(delay.milliseconds()).toBe(0)
  await turn()
  await turn()
  block()
  expect(delay.milliseconds()).toBeGreaterThan(BLOCKED_MS / 4)
  delay.stop()
})
