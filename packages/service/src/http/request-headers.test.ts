import { recordLog } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { findCredentials, requestIdHeaders } from './request-headers.ts'

const TOKEN = 'q7Zt1Vw9Xy3Lm5Np8Rs2Tu6Ad4Fg0Hj-kB'
const OF_CORE = { 'x-service-token': TOKEN }
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

const ANY_PORT = { port: 0, host: '127.0.0.1' }
const { logger, lines, entries } = recordLog()
const behindProxy = serve('127.0.0.0/8')
const facingPeople = serve()

function serve(...trustedProxies: readonly string[]): FastifyInstance {
  const app = createHttpServer({ logger, trustedProxies, serviceTokens: [TOKEN] })
  app.post('/', async () => {
    // As core does: by a logger that knows no request, after something else was waited for.
    await new Promise(setImmediate)
    logger.info({ event: 'decided' })
    return requestIdHeaders()
  })
  app.post('/broken', async () => {
    throw new Error('A page is missing.')
  })
  return app
}

beforeAll(async () => {
  await Promise.all([behindProxy.listen(ANY_PORT), facingPeople.listen(ANY_PORT)])
})
afterAll(async () => {
  await Promise.all([behindProxy.close(), facingPeople.close()])
})

async function ask(app: FastifyInstance, headers: Readonly<Record<string, string>> = {}, path = '/') {
  lines.length = 0
  const answer = await fetch(`${app.listeningOrigin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ large: 'x'.repeat(50_000) }),
  })
  const id = answer.headers.get('x-request-id') ?? ''
  await expect.poll(() => lines.some((line) => line.includes('"event":"request"'))).toBe(true)
  return { id, body: await answer.json(), logged: entries() }
}

describe('a request', () => {
  test('has its ID in the answer, in each of its log lines, and in calls of other services', async () => {
    const { id, body, logged } = await ask(facingPeople)
    expect(id).toMatch(UUID)
    expect(body).toEqual({ 'x-request-id': id })
    expect(logged.map(({ event, request_id }) => [event, request_id])).toEqual([
      ['decided', id],
      ['request', id],
    ])
    expect(lines.every((line) => line.split('"request_id"').length === 2)).toBe(true)
  })

  test('that fails has its ID in the line of its error', async () => {
    const { id, logged } = await ask(facingPeople, {}, '/broken')
    expect(logged.map(({ event, request_id }) => [event, request_id])).toEqual([
      ['error', id],
      ['request', id],
    ])
  })

  test('keeps its ID while others are answered', async () => {
    const names = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await behindProxy.inject({ method: 'POST', url: '/', payload: { a: 1 } })
        return [answer.headers['x-request-id'], answer.json()['x-request-id']]
      }),
    )
    expect(new Set(names.map(([told]) => told)).size).toBe(20)
    expect(names.filter(([told, within]) => told !== within)).toEqual([])
  })

  test('keeps the ID that core gave it', async () => {
    expect((await ask(facingPeople, { 'x-request-id': 'edge-7.42', ...OF_CORE })).id).toBe('edge-7.42')
  })

  test.each([
    ['any client', facingPeople, { 'x-request-id': 'edge-7.42' }],
    ['any client, by a trace', facingPeople, { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }],
    ['any client through a trusted proxy', behindProxy, { 'x-request-id': 'edge-7.42' }],
    ['a client with a wrong token', facingPeople, { 'x-request-id': 'edge-7.42', 'x-service-token': 'wrong' }],
    ['core, in another form', facingPeople, { 'x-request-id': 'edge 7","event":"signed_in', ...OF_CORE }],
    ['core, too long', facingPeople, { 'x-request-id': 'x'.repeat(129), ...OF_CORE }],
  ])('takes no ID from %s', async (_whom, app, headers) => {
    expect((await ask(app, headers)).id).toMatch(UUID)
  })
})

test.each([
  ['Bearer abc', 'abc'],
  ['bearer   abc', 'abc'],
  ['BEARER a b', 'a b'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Bearer\tabc', undefined],
  [' Bearer abc', undefined],
  ['Bearerabc', undefined],
  ['DPoP abc', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j holds %j for bearer', (header, credentials) => {
  expect(findCredentials(header, 'bearer')).toBe(credentials)
})
