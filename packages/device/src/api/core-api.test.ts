import { AccountEvent } from '@countersign/contracts'
import { createLyingProxy } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toFailure } from '../failure.ts'
import { type CoreApi, createCoreApi } from './core-api.ts'
import { createSessionProofs } from './session-proof.ts'

const details = {
  auth_request_id: 'r1',
  status: 'pending',
  expires_at: '2026-11-21T12:00:00Z',
  requested_scopes: ['openid'],
  scope_details: [{ name: 'openid', title: 'Sign you in', description: '', reason: '', required: true, claims: [] }],
  state: 's',
  redirect_uri: 'https://books.example/cb',
  client: { client_id: 'c', name: 'Books', logo: '', description: '' },
}

/** Of a device without a key. */
const UNBOUND = { proofs: createSessionProofs(async () => undefined), findNewerToken: async () => undefined }

/** A fake core over HTTP: each test sets its answer. */
const core = createLyingProxy(() => Promise.reject(new Error('Nobody said what to answer.')))
let coreUrl: string
let api: CoreApi
beforeAll(async () => {
  coreUrl = await core.app.listen({ port: 0, host: '127.0.0.1' })
  api = createCoreApi({ ...UNBOUND, coreUrl, fetch })
})
afterAll(() => core.app.close())

function answer(status: number, content: unknown, headers: Readonly<Record<string, string>> = {}): void {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  core.lie = async () => ({ status, headers: { 'content-type': 'application/json', ...headers }, body })
}

function claimsOf(proof: string): { iat: number } {
  return JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString()) as { iat: number }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => toFailure(error),
  )

describe('a request', () => {
  test('is read as core answers it', async () => {
    answer(200, { ...details, more: 'is dropped' })
    expect(await api.readRequest('token', 'r1')).toEqual(details)
  })

  test('is read with what an app may have beside', async () => {
    const client = { ...details.client, policy_uri: 'https://books.example/p', tos_uri: 'https://books.example/t' }
    const whole = { ...details, client, subject: 'pairwise', prompt: 'login', login_hint: 'ada', max_age: 60 }
    answer(200, whole)
    expect(await api.readRequest('token', 'r1')).toEqual(whole)
  })

  test.each([
    { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
    { kty: 'OKP', crv: 'X25519', x: 'x' },
  ])('is read with the key of an app: $kty', async (key) => {
    const client = { ...details.client, claims_encryption_jwk: key }
    answer(200, { ...details, client: { ...client, claims_encryption_jwk: { ...key, d: 'is dropped' } } })
    expect(await api.readRequest('token', 'r1')).toEqual({ ...details, client })
  })

  test.each([
    { kty: 'EC', crv: 'P-256', x: 'x' },
    { kty: 'EC', crv: 'X25519', x: 'x', y: 'y' },
    { kty: 'OKP', crv: 'P-256', x: 'x', y: 'y' },
    { kty: 'OKP', crv: 'X25519' },
    { kty: 'RSA', n: 'n', e: 'AQAB' },
  ])('is not believed with a key that nothing can be sealed to: %j', async (key) => {
    answer(200, { ...details, client: { ...details.client, claims_encryption_jwk: key } })
    expect(await failureOf(api.readRequest('token', 'r1'))).toEqual({ code: 'unexpected_answer' })
  })

  test.each([
    ['terms that are no text', { ...details, client: { ...details.client, tos_uri: 7 } }],
    ['a subject that is no text', { ...details, subject: {} }],
    ['an age that is no number', { ...details, max_age: '60' }],
    ['another way back than is known', { ...details, response_mode: 'query' }],
    ['an unknown status', { ...details, status: 'strange' }],
    ['no client', { ...details, client: null }],
    ['a scope whose switch is not told', { ...details, scope_details: [{ ...details.scope_details[0], required: 1 }] }],
    ['claims that are no list', { ...details, scope_details: [{ ...details.scope_details[0], claims: 'email' }] }],
    ['a redirect URI that is no text', { ...details, redirect_uri: ['https://books.example/cb'] }],
    ['nothing', null],
  ])('with %s is not believed', async (_case, body) => {
    answer(200, body)
    expect(await failureOf(api.readRequest('token', 'r1'))).toEqual({ code: 'unexpected_answer' })
  })

  test('keeps its identifier inside of its path segment', async () => {
    answer(404, {})
    await failureOf(api.readRequest('token', '../../vault'))
    expect(core.received.at(-1)?.path).toBe('/api/internal/oauth/requests/..%2F..%2Fvault/')
  })
})

describe('a refusal', () => {
  test.each([
    ['the code that core names', 410, { error: 'x', code: 'request_expired' }, 'request_expired'],
    ['unavailable, from a proxy without a word', 502, '<html>', 'service_unavailable'],
    ['unavailable, without a code', 503, { error: 'x' }, 'service_unavailable'],
    ['unavailable, from a proxy that waited', 504, '<html>', 'service_unavailable'],
    ['an ended session', 401, { code: 'invalid_session' }, 'invalid_session'],
    ['a proxy that wants a password of its own', 401, '', 'unexpected_answer'],
    ['nothing there', 404, '<html>', 'not_found'],
    ['too often', 429, '<html>', 'too_many_requests'],
    ['its status, where the code is no text', 503, { code: 7 }, 'service_unavailable'],
    ['its status, where the body is null', 503, 'null', 'service_unavailable'],
    ['a server error for anything else', 500, '', 'server_error'],
  ])('reads as %s', async (_case, status, body, code) => {
    answer(status, body)
    expect(await failureOf(api.readRequest('token', 'r1'))).toMatchObject({ code })
  })

  test('says when to come back', async () => {
    answer(429, { code: 'too_many_requests' }, { 'retry-after': '60' })
    expect(await failureOf(api.readRequest('token', 'r1'))).toEqual({
      code: 'too_many_requests',
      retryAfterSeconds: 60,
    })
  })

  test('that does not say when to come back, in seconds, says nothing of it', async () => {
    const headers = [{}, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }]
    for (const each of headers) {
      answer(429, { code: 'too_many_requests' }, each)
      expect(await failureOf(api.readRequest('token', 'r1'))).toEqual({ code: 'too_many_requests' })
    }
  })

  test('that never arrives reads as offline', async () => {
    core.lie = async () => 'lost'
    expect(await failureOf(api.readRequest('token', 'r1'))).toEqual({ code: 'offline' })
  })

  test('is proven once more where the clock of this device was wrong, and never a third time', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
    const proofs = createSessionProofs(async () => ({ keys: { ...pair, id: 'this device' } }))
    const bound = createCoreApi({ ...UNBOUND, proofs, coreUrl, fetch })
    const inAnHour = new Date(Date.now() + 3_600_000)
    const before = core.received.length
    answer(401, { code: 'invalid_session' }, { date: inAnHour.toUTCString() })
    expect(await failureOf(bound.readSession('token'))).toMatchObject({ code: 'invalid_session' })
    const issued = core.received.slice(before).map(({ headers }) => claimsOf(String(headers['dpop'])).iat)
    expect(issued).toHaveLength(2)
    expect(Math.abs(issued[0]! - Date.now() / 1000)).toBeLessThan(10)
    expect(Math.abs(issued[1]! - inAnHour.getTime() / 1000)).toBeLessThan(10)
  })

  test('for want of time reads as a timeout', async () => {
    const timedOut = createCoreApi({
      ...UNBOUND,
      coreUrl,
      fetch: () => Promise.reject(new DOMException('late', 'TimeoutError')),
    })
    expect(await failureOf(timedOut.readVault('token'))).toEqual({ code: 'timeout' })
  })
})

describe('a call', () => {
  test('says who asks, and what it is made from', async () => {
    answer(200, {})
    await api.commitVault('token', '"3-h"', { head: {}, put: [], remove: [], activity: [] } as never)
    expect(core.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/api/vault/commits/',
      body: { put: [], remove: [] },
      headers: {
        authorization: 'Bearer token',
        'if-match': '"3-h"',
        'content-type': 'application/json',
        accept: 'application/json',
      },
    })
    answer(200, { options: {}, challenge_id: 'c', nonce: 'n' })
    await failureOf(api.startPasskeySignIn({}))
    expect(core.received.at(-1)?.headers).not.toHaveProperty('authorization')
    answer(200, { entries: [] })
    await api.readActivity('token', 7)
    expect(core.received.at(-1)?.path).toBe('/api/vault/activity/?before=7')
    expect(core.received.at(-1)?.headers).not.toHaveProperty('content-type')
  })

  test('follows no redirect, keeps nothing, and names no page', async () => {
    let init: RequestInit = {}
    const watched = createCoreApi({
      ...UNBOUND,
      coreUrl,
      fetch: (_url, given) => {
        init = given
        return Promise.resolve(Response.json({ entries: [] }))
      },
    })
    await watched.readActivity('token', 7)
    expect(init).toMatchObject({ redirect: 'error', cache: 'no-store', referrerPolicy: 'no-referrer', body: null })
  })
})

describe('an event of the account', () => {
  const event = { event_id: 'e', at: 'a', user_agent: '', network: '' }
  const eventOf = (type: string, method: object = {}) => ({ ...event, type, ...method })

  test('is read whatever the contract has it be, by whatever method', async () => {
    const types = AccountEvent.properties.type.anyOf.map(({ const: type }) => eventOf(type))
    const methods = ['password', 'passkey', 'recovery'].map((method) => eventOf('signed_in', { method }))
    const answered = { events: [...types, ...methods], next_cursor: 'next' }
    answer(200, answered)
    expect(types.length).toBeGreaterThan(9)
    expect(await api.listEvents('token', undefined)).toEqual(answered)
  })

  test.each([
    ['of a kind that is not known', { ...event, type: 'other' }],
    ['by a method that is not known', { ...event, type: 'signed_in', method: 'other' }],
    ['without a time', { ...event, at: undefined, type: 'signed_in' }],
  ])('is not believed %s', async (_case, told) => {
    answer(200, { events: [told], next_cursor: null })
    expect(await failureOf(api.listEvents('token', undefined))).toEqual({ code: 'unexpected_answer' })
  })
})

describe('an answer to a read that says nothing', () => {
  const memory = { vault_id: 'v', gen: 3, hash: 'h' }

  test('is "nothing changed" only where that was asked for', async () => {
    answer(304, '')
    expect(await api.readVaultSince('token', memory)).toBeUndefined()
    expect(await failureOf(api.readVault('token'))).toMatchObject({ code: 'server_error' })
  })

  test.each([
    ['cut short', 200, '{"vault_id":"A'],
    ['empty', 200, ''],
    ['without content', 204, ''],
    ['no JSON', 200, '<html>'],
  ])('is none where it is %s', async (_case, status, body) => {
    answer(status, body)
    expect(await failureOf(api.readVaultSince('token', memory))).toEqual({ code: 'unexpected_answer' })
    expect(await failureOf(api.readVault('token'))).toEqual({ code: 'unexpected_answer' })
  })

  test('reads as a timeout where the rest of it takes too long, to a write too', async () => {
    const late = createCoreApi({
      ...UNBOUND,
      coreUrl,
      fetch: async () =>
        new Response(
          new ReadableStream({ start: (controller) => controller.error(new DOMException('late', 'TimeoutError')) }),
        ),
    })
    expect(await failureOf(late.readVault('token'))).toEqual({ code: 'timeout' })
    expect(await failureOf(late.endSession('token'))).toEqual({ code: 'timeout' })
  })

  test('reads as offline where it broke off', async () => {
    const broken = createCoreApi({
      ...UNBOUND,
      coreUrl,
      fetch: async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              controller.enqueue(new TextEncoder().encode('{"vault_id":'))
              controller.error(new TypeError('terminated'))
            },
          }),
        ),
    })
    expect(await failureOf(broken.readVaultSince('token', memory))).toEqual({ code: 'offline' })
    // The write itself succeeded.
    expect(await failureOf(broken.endSession('token'))).toBeUndefined()
  })
})

describe('a question to the administration', () => {
  const asked: string[] = []
  const listening = () =>
    createCoreApi({
      ...UNBOUND,
      coreUrl,
      fetch: async (url) => {
        asked.push(url)
        return Response.json({})
      },
    })

  test.each([
    '../account/delete/',
    '%2e%2e/account/delete/',
    'clients/../../sessions/',
    'clients/.%2E/%2e./sessions/',
    'clients\\..\\..\\sessions/',
  ])('administers below its own addresses, whatever the path says: %s', async (path) => {
    const failure = await failureOf(listening().administer('token', { method: 'POST', path, body: {} }))
    expect(failure).toMatchObject({ code: 'not_found' })
    expect(asked).toEqual([])
  })

  test('is told what core says of a refusal, which nobody else is', async () => {
    const body = { error: 'A redirect URI needs https.', code: 'invalid_redirect_uri' }
    answer(400, body)
    const refused = await failureOf(api.administer('token', { method: 'POST', path: 'clients/', body: {} }))
    expect(refused).toMatchObject({ code: body.code, sentence: body.error })
    expect(await failureOf(api.readVault('token'))).not.toHaveProperty('sentence', body.error)
  })

  test('sends a picture as it is', async () => {
    const picture = new Blob(['picture'], { type: 'image/png' })
    const sent: RequestInit[] = []
    const sending = createCoreApi({
      ...UNBOUND,
      coreUrl,
      fetch: async (_url, init) => {
        sent.push(init)
        return new Response(null, { status: 204 })
      },
    })
    await sending.administer('token', { method: 'PUT', path: 'clients/a/logo/', body: picture })
    expect(sent.map(({ body, headers }) => [body, new Headers(headers).get('content-type')])).toEqual([
      [picture, 'image/png'],
    ])
  })
})
