import { AccountEvent } from '@countersign/contracts'
import { createLyingProxy } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toFailure } from '../failure.ts'
import { type CoreApi, createCoreApi } from './core-api.ts'
import type { Fetch } from './http.ts'
import { createSessionProofs, type KeysFor } from './session-proof.ts'

const scope = { name: 'openid', title: 'Sign you in', description: '', reason: '', required: true, claims: [] }
const details = {
  auth_request_id: 'r1',
  status: 'pending',
  expires_at: '2026-11-21T12:00:00Z',
  requested_scopes: ['openid'],
  scope_details: [scope],
  state: 's',
  redirect_uri: 'https://books.example/cb',
  client: { client_id: 'c', name: 'Books', logo: '', description: '' },
}

/** A fake core over HTTP: each test sets its answer. */
const core = createLyingProxy(() => Promise.reject(new Error('The test sets no answer.')))
let coreUrl: string
let api: CoreApi
beforeAll(async () => {
  coreUrl = await core.app.listen({ port: 0, host: '127.0.0.1' })
  api = apiOver(fetch)
})
afterAll(() => core.app.close())

function apiOver(call: Fetch, keysFor: KeysFor = async () => undefined): CoreApi {
  const proofs = createSessionProofs(keysFor)
  return createCoreApi({ proofs, findNewerToken: async () => undefined, coreUrl, fetch: call })
}

function watched() {
  const calls: (RequestInit & { url: string })[] = []
  const respond: Fetch = async (url, init) => (calls.push({ url, ...init }), Response.json({ entries: [] }))
  return { calls, api: apiOver(respond) }
}

function answer(status: number, content: unknown, headers: Readonly<Record<string, string>> = {}): void {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  core.lie = async () => ({ status, headers: { 'content-type': JSON_TYPE, ...headers }, body })
}

const failureOf = (work: Promise<unknown>) => work.then(() => undefined, toFailure)
const refusedRead = () => failureOf(api.readRequest('token', 'r1'))
const lastCall = () => core.received.at(-1)
const JSON_TYPE = 'application/json'
const UNEXPECTED = { code: 'unexpected_answer' }
const late = () => new DOMException('late', 'TimeoutError')

describe('a request', () => {
  const client = { ...details.client, policy_uri: 'https://books.example/p', tos_uri: 'https://books.example/t' }
  const sealedTo = (key: object) => ({ ...details, client: { ...details.client, claims_encryption_jwk: key } })

  test.each([
    ['core answers it', details],
    ['an app may describe it', { ...details, client, subject: 'p', prompt: 'login', login_hint: 'ada', max_age: 60 }],
    ['it names a key on P-256', sealedTo({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' })],
    ['it names a key on X25519', sealedTo({ kty: 'OKP', crv: 'X25519', x: 'x' })],
  ])('is read as %s, without any other field', async (_case, body) => {
    answer(200, { ...body, more: 'is dropped', client: { ...body.client, d: 'is dropped' } })
    expect(await api.readRequest('token', 'r1')).toEqual(body)
  })

  test.each<[string, object | null]>([
    ['a key on P-256 without y', sealedTo({ kty: 'EC', crv: 'P-256', x: 'x' })],
    ['an EC key on X25519', sealedTo({ kty: 'EC', crv: 'X25519', x: 'x', y: 'y' })],
    ['an OKP key on P-256', sealedTo({ kty: 'OKP', crv: 'P-256', x: 'x', y: 'y' })],
    ['a key on X25519 without x', sealedTo({ kty: 'OKP', crv: 'X25519' })],
    ['an RSA key', sealedTo({ kty: 'RSA', n: 'n', e: 'AQAB' })],
    ['terms that are no text', { ...details, client: { ...details.client, tos_uri: 7 } }],
    ['a subject that is no text', { ...details, subject: {} }],
    ['an age that is no number', { ...details, max_age: '60' }],
    ['an unknown response mode', { ...details, response_mode: 'query' }],
    ['an unknown status', { ...details, status: 'strange' }],
    ['no client', { ...details, client: null }],
    ['a scope whose switch is not told', { ...details, scope_details: [{ ...scope, required: 1 }] }],
    ['claims that are no list', { ...details, scope_details: [{ ...scope, claims: 'email' }] }],
    ['a redirect URI that is no text', { ...details, redirect_uri: ['https://books.example/cb'] }],
    ['no content', null],
  ])('with %s is refused', async (_case, body) => {
    answer(200, body)
    expect(await refusedRead()).toEqual(UNEXPECTED)
  })

  test('keeps its identifier inside of its path segment', async () => {
    answer(404, {})
    await failureOf(api.readRequest('token', '../../vault'))
    expect(lastCall()?.path).toBe('/api/internal/oauth/requests/..%2F..%2Fvault/')
  })
})

describe('a refusal', () => {
  test.each([
    ['the code that core names', 410, { error: 'x', code: 'request_expired' }, 'request_expired'],
    ['unavailable, from a proxy without a word', 502, '<html>', 'service_unavailable'],
    ['unavailable, from a proxy that waited', 504, '<html>', 'service_unavailable'],
    ['an ended session', 401, { code: 'invalid_session' }, 'invalid_session'],
    ['a proxy that wants a password of its own', 401, '', 'unexpected_answer'],
    ['not found', 404, '<html>', 'not_found'],
    ['too many requests', 429, '<html>', 'too_many_requests'],
    ['its status, where the code is no text', 503, { code: 7 }, 'service_unavailable'],
    ['its status, where the body is null', 503, 'null', 'service_unavailable'],
    ['a server error for anything else', 500, '', 'server_error'],
  ])('reads as %s', async (_case, status, body, code) => {
    answer(status, body)
    expect(await refusedRead()).toMatchObject({ code })
  })

  test.each<[string, Record<string, string>, object]>([
    ['its seconds', { 'retry-after': '60' }, { retryAfterSeconds: 60 }],
    ['nothing from a date', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, {}],
    ['nothing without the header', {}, {}],
  ])('takes from Retry-After %s', async (_case, headers, wait) => {
    answer(429, { code: 'too_many_requests' }, headers)
    expect(await refusedRead()).toEqual({ code: 'too_many_requests', ...wait })
  })

  test('that never arrives reads as offline, or as a timeout', async () => {
    core.lie = async () => 'lost'
    expect(await refusedRead()).toEqual({ code: 'offline' })
    expect(await failureOf(apiOver(() => Promise.reject(late())).readVault('token'))).toEqual({ code: 'timeout' })
  })

  test('is proven once more where the clock of this device was wrong, and never a third time', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
    const keys = { ...pair, id: 'this device' }
    const bound = apiOver(fetch, async () => ({ keys }))
    const inAnHour = new Date(Date.now() + 3_600_000)
    const before = core.received.length
    answer(401, { code: 'invalid_session' }, { date: inAnHour.toUTCString() })
    expect(await failureOf(bound.readSession('token'))).toMatchObject({ code: 'invalid_session' })
    const proofs = core.received.slice(before).map(({ headers }) => String(headers['dpop']).split('.')[1] ?? '')
    const issued = proofs.map((claims) => JSON.parse(Buffer.from(claims, 'base64url').toString()).iat * 1000)
    expect(issued).toHaveLength(2)
    expect(Math.abs(issued[0]! - Date.now())).toBeLessThan(10_000)
    expect(Math.abs(issued[1]! - inAnHour.getTime())).toBeLessThan(10_000)
  })
})

describe('a call', () => {
  test('carries its session, its condition and its body, and none of them where it has none', async () => {
    answer(200, {})
    await api.commitVault('token', '"3-h"', { head: {}, put: [], remove: [], activity: [] } as never)
    const headers = { authorization: 'Bearer token', 'if-match': '"3-h"', 'content-type': JSON_TYPE, accept: JSON_TYPE }
    expect(lastCall()).toMatchObject({ method: 'POST', path: '/api/vault/commits/', body: { put: [] }, headers })
    answer(200, { options: {}, challenge_id: 'c', nonce: 'n' })
    await failureOf(api.startPasskeySignIn({}))
    expect(lastCall()?.headers).not.toHaveProperty('authorization')
    answer(200, { entries: [] })
    await api.readActivity('token', 7)
    expect(lastCall()?.path).toBe('/api/vault/activity/?before=7')
    expect(lastCall()?.headers).not.toHaveProperty('content-type')
  })

  test('follows no redirect, is not cached, and names no page', async () => {
    const { calls, api: open } = watched()
    await open.readActivity('token', 7)
    expect(calls).toMatchObject([{ redirect: 'error', cache: 'no-store', referrerPolicy: 'no-referrer', body: null }])
  })
})

describe('an event of the account', () => {
  const event = {
    event_id: crypto.randomUUID(),
    at: '2026-11-28T08:00:00.000Z',
    user_agent: '',
    network: '',
    type: 'signed_in',
  }
  const eventWith = (part: object) => ({ ...event, ...part })

  test('is read with every type of the contract, by every method', async () => {
    const types = AccountEvent.properties.type.anyOf.map(({ const: type }) => eventWith({ type }))
    const methods = ['password', 'passkey', 'recovery'].map((method) => eventWith({ method }))
    const answered = { events: [...types, ...methods], next_cursor: 'next' }
    answer(200, answered)
    expect(types.length).toBeGreaterThan(9)
    expect(await api.listEvents('token', undefined)).toEqual(answered)
  })

  test('is read without invisible characters, and no longer than an operator may write', async () => {
    const reason = `\u202EAsked\u2069 for\u200B ${'x'.repeat(1_000_000)}`
    answer(200, { events: [eventWith({ type: 'account_suspended', reason })], next_cursor: null })
    const { events } = await api.listEvents('token', undefined)
    expect(events[0]?.reason).toMatch(/^Asked for x+$/)
    expect(events[0]?.reason).toHaveLength(500)
  })

  test.each([
    ['of an unknown type', eventWith({ type: 'other' })],
    ['of a time that is not one', eventWith({ at: '~' })],
    ['of an id that is not one', eventWith({ event_id: 'e' })],
    ['by an unknown method', eventWith({ method: 'other' })],
    ['without a time', eventWith({ at: undefined })],
  ])('%s is refused', async (_case, told) => {
    answer(200, { events: [told], next_cursor: null })
    expect(await failureOf(api.listEvents('token', undefined))).toEqual(UNEXPECTED)
  })
})

describe('an answer to a read that has no content', () => {
  const memory = { vault_id: 'v', gen: 3, hash: 'h', past: { from: 1, h: 'p' }, wrote_at: 'now' } as const

  test('means "nothing changed" only where that was asked for', async () => {
    answer(304, '')
    expect(await api.readVaultSince('token', memory)).toBeUndefined()
    expect(await failureOf(api.readVault('token'))).toMatchObject({ code: 'server_error' })
  })

  test.each([
    ['cut short', 200, '{"vault_id":"A'],
    ['empty', 200, ''],
    ['without content', 204, ''],
    ['no JSON', 200, '<html>'],
  ])('is refused where it is %s', async (_case, status, body) => {
    answer(status, body)
    expect(await failureOf(api.readVaultSince('token', memory))).toEqual(UNEXPECTED)
    expect(await failureOf(api.readVault('token'))).toEqual(UNEXPECTED)
  })

  test.each([
    ['a timeout where the rest of it takes too long, to a write too', late(), 'timeout', 'timeout'],
    ['offline where it broke off, but to a write as a success', new TypeError('terminated'), 'offline', undefined],
  ])('reads as %s', async (_case, error, ofRead, ofWrite) => {
    const broken = apiOver(async () => {
      const begun = new TextEncoder().encode('{"vault_id":')
      return new Response(new ReadableStream({ start: (to) => (to.enqueue(begun), to.error(error)) }))
    })
    const reads = await Promise.all([broken.readVaultSince('token', memory), broken.readVault('token')].map(failureOf))
    expect(reads.map((failure) => failure?.code)).toEqual([ofRead, ofRead])
    expect((await failureOf(broken.endSession('token')))?.code).toBe(ofWrite)
  })
})

describe('a call of the console', () => {
  const dotted = ['clients/../../sessions/', 'clients/.%2E/%2e./sessions/', 'clients\\..\\..\\sessions/']
  test.each(['../account/delete/', '%2e%2e/account/delete/', ...dotted])(
    'administers below its own addresses, whatever the path says: %s',
    async (path) => {
      const { calls, api: open } = watched()
      const failure = await failureOf(open.administer('token', { method: 'POST', path, body: {} }))
      expect([failure, calls]).toEqual([{ code: 'not_found' }, []])
    },
  )

  test('alone passes on the sentence of a refusal', async () => {
    const body = { error: 'A redirect URI needs https.', code: 'invalid_redirect_uri' }
    answer(400, body)
    const refused = await failureOf(api.administer('token', { method: 'POST', path: 'clients/', body: {} }))
    expect(refused).toMatchObject({ code: body.code, sentence: body.error })
    expect(await failureOf(api.readVault('token'))).not.toHaveProperty('sentence', body.error)
  })

  test('sends a picture as it is', async () => {
    const body = new Blob(['picture'], { type: 'image/png' })
    const { calls, api: open } = watched()
    await open.administer('token', { method: 'PUT', path: 'clients/a/logo/', body })
    expect(calls).toMatchObject([{ url: `${coreUrl}/api/console/clients/a/logo/`, body }])
    expect(new Headers(calls[0]?.headers).get('content-type')).toBe('image/png')
  })
})
