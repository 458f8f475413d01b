import { once } from 'node:events'
import { connect } from 'node:net'
import { recordLog } from '@countersign/testing'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnavailable, OAuthError, ServiceError } from '../errors.ts'
import { answerOAuthErrors } from './error-handler.ts'
import { BODY_LIMIT_BYTES, createHttpServer } from './http-server.ts'

const SECRET_DETAIL = 'column "password_hash" does not exist'
const schema = {
  body: {
    type: 'object',
    properties: { count: { type: 'integer' }, name: { type: 'string' } },
    required: ['count'],
    additionalProperties: false,
  },
} as const

const recorded = recordLog()
const log = recorded.lines
const app = createHttpServer(recorded)

const failures: Readonly<Record<string, () => Error>> = {
  bug: () => new TypeError(SECRET_DETAIL),
  away: () => new DatabaseUnavailable('connect ECONNREFUSED 10.0.0.7:5432'),
  refused: () =>
    new OAuthError('temporarily_unavailable', 'Its keys cannot be had.', { cause: new Error(SECRET_DETAIL) }),
  service: () => new ServiceError('not_found', 'There is no such request.'),
  oauth: () => new OAuthError('invalid_grant', 'The code is unknown.'),
}

function mountRoutes(scope: FastifyInstance): void {
  scope.post('/echo/', { schema }, async (request) => request.body)
  scope.get<{ Params: { kind: string } }>('/fail/:kind', async (request) => {
    throw failures[request.params.kind]?.() ?? new Error('unknown kind')
  })
}

beforeAll(async () => {
  mountRoutes(app)
  await app.register(
    async (oauth) => {
      answerOAuthErrors(oauth)
      mountRoutes(oauth)
    },
    { prefix: '/oauth' },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${app.listeningOrigin}${path}`, init)
}

function post(path: string, body: string, type = 'application/json'): Promise<Response> {
  return send(path, { method: 'POST', body, headers: { 'content-type': type } })
}

describe('the HTTP server', () => {
  test.each(['/echo', '/echo/'])('serves %s with and without its trailing slash', async (path) => {
    expect(await (await post(path, '{"count":1}')).json()).toEqual({ count: 1 })
  })

  const requests: readonly (readonly [string, string, string, number, string])[] = [
    ['malformed JSON', '{"count":', 'application/json', 400, 'invalid_request'],
    ['an empty body', '', 'application/json', 400, 'invalid_request'],
    ['a missing field', '{}', 'application/json', 400, 'invalid_request'],
    ['a number as text', '{"count":"1"}', 'application/json', 400, 'invalid_request'],
    ['an unknown field', '{"count":1,"more":1}', 'application/json', 400, 'invalid_request'],
    ['a poisoned prototype', '{"count":1,"__proto__":{"admin":true}}', 'application/json', 400, 'invalid_request'],
    ['another content type', '<count>1</count>', 'application/xml', 415, 'unsupported_media_type'],
    [
      'a body that is too large',
      `{"name":"${'x'.repeat(BODY_LIMIT_BYTES)}"}`,
      'application/json',
      413,
      'payload_too_large',
    ],
  ]

  test.each(requests)(
    'refuses %s in a sentence and a code, on an OAuth endpoint in those of RFC 6749',
    async (_case, body, type, status, code) => {
      for (const [path, refusal] of [
        ['/echo/', { error: expect.stringMatching(/\.$/), code }],
        ['/oauth/echo/', { error: 'invalid_request', error_description: expect.any(String) }],
      ] as const) {
        const response = await post(path, body, type)
        expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store'])
        expect(await response.json()).toEqual(refusal)
      }
    },
  )

  test('says which field is wrong, and not what it held', async () => {
    const text = await (await post('/echo/', '{"count":1,"name":{"secret":"hunter2"}}')).text()
    expect(text).toContain('name')
    expect(text).not.toContain('hunter2')
  })

  test.each(['/fail/bug', '/oauth/fail/bug'])(
    'answers a bug at %s without a word about it, and logs all of it',
    async (path) => {
      log.length = 0
      const response = await send(path)
      const text = await response.text()
      expect(response.status).toBe(500)
      expect(text).toContain('server_error')
      expect(text).not.toContain('password_hash')
      expect(log.join('')).toContain('password_hash')
    },
  )

  test.each([
    ['/fail/away', 'service_unavailable'],
    ['/oauth/fail/away', 'temporarily_unavailable'],
  ])('at %s: a database outage says when to retry, and is logged', async (path, code) => {
    log.length = 0
    const response = await send(path)
    const text = await response.text()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(text).toContain(code)
    expect(text).not.toContain('10.0.0.7')
    expect(log.filter((line) => line.includes('"event":"error"') && line.includes('10.0.0.7'))).toHaveLength(1)
  })

  test('logs no deliberate refusal as a failure, whatever its status', async () => {
    log.length = 0
    expect((await send('/oauth/fail/refused')).status).toBe(503)
    expect(log.filter((line) => !line.includes('"event":"request"'))).toEqual([])
  })

  test.each(['/echo/', '/oauth/echo/'])(
    'logs no error when a client disconnects while sending its body to %s',
    async (path) => {
      log.length = 0
      const request = once(app.server, 'request')
      const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
      socket.write(`POST ${path} HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n`)
      socket.write('content-length: 50\r\n\r\n{"count":')
      const [incoming] = await request
      socket.destroy()
      await new Promise((resolve) => incoming.socket.on('close', resolve))
      // Any log line about it is written before another request is answered.
      expect((await post('/echo/', '{"count":1}')).status).toBe(200)
      expect(log.filter((line) => !line.includes('"event":"request"'))).toEqual([])
    },
  )

  test('answers an expected refusal with its own words', async () => {
    expect(await (await send('/fail/service')).json()).toEqual({
      error: 'There is no such request.',
      code: 'not_found',
    })
    expect(await (await send('/oauth/fail/oauth')).json()).toEqual({
      error: 'invalid_grant',
      error_description: 'The code is unknown.',
    })
  })

  test('logs the pattern of a route, never what an address carried', async () => {
    log.length = 0
    await send('/fail/service?session_token=hunter2')
    expect(log.join('')).toContain('/fail/:kind')
    expect(log.join('')).not.toContain('hunter2')
  })
})

describe('client address:', () => {
  function startServer(trustedProxies: readonly string[]) {
    const { logger, lines } = recordLog('warn')
    const ignored: string[] = []
    const onForwardedIgnored = (address: string) => void ignored.push(address)
    const server = createHttpServer({ logger, trustedProxies, onForwardedIgnored })
    server.get('/ip', async (request) => request.ip)
    const ask = async (remoteAddress: string, forwarded: string) =>
      (await server.inject({ url: '/ip', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).body
    return { server, ask, lines, ignored }
  }

  test('CVE-2026-33495: without trusted proxies X-Forwarded-For is ignored, logged once', async () => {
    const { ask, lines } = startServer([])
    expect(await ask('10.0.0.1', '192.0.2.1')).toBe('10.0.0.1')
    expect(await ask('10.0.0.1', '192.0.2.2')).toBe('10.0.0.1')
    expect(lines.filter((line) => line.includes('forwarded_for_ignored'))).toHaveLength(1)
    expect(lines.join()).not.toContain('192.0.2.1')
  })

  test('CVE-2026-33495: a proxy is believed as far as the chain is trusted', async () => {
    const { ask, lines } = startServer(['10.0.0.0/8'])
    expect(await ask('10.0.0.1', '192.0.2.1')).toBe('192.0.2.1')
    expect(await ask('10.0.0.1', '198.51.100.9, 192.0.2.1, 10.0.0.2')).toBe('192.0.2.1')
    expect(await ask('10.0.0.1', '192.0.2.1:5678, 10.0.0.2:443')).toBe('192.0.2.1')
    expect(lines).toEqual([])
  })

  test.each([
    ['x-forwarded-for', '192.0.2.1, unknown'],
    ['forwarded', 'for=192.0.2.1'],
  ])('a trusted proxy without %s is named once, not TRUSTED_PROXIES', async (name, text) => {
    const { server, lines, ignored } = startServer(['10.0.0.0/8', '::1'])
    for (const remoteAddress of ['10.0.0.1', '::1']) {
      const { body } = await server.inject({ url: '/ip', remoteAddress, headers: { [name]: text } })
      expect(body).toBe(remoteAddress)
    }
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringContaining('A trusted proxy sends no address'),
    ])
    expect(ignored).toEqual([])
  })

  test('a proxy that the trusted ones leave out is not believed, and the log names it once', async () => {
    const { ask, lines, ignored } = startServer(['10.0.0.0/8'])
    expect(await ask('203.0.113.5', '192.0.2.1')).toBe('203.0.113.5')
    expect(await ask('203.0.113.6', '192.0.2.1')).toBe('203.0.113.6')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'forwarded_for_ignored', network: '203.0.113.5' }),
    ])
    expect(ignored).toEqual(['203.0.113.5'])
  })
})
