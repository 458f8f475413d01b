import { verifyDataToken } from '@countersign/data-token'
import { ENGINES } from '@countersign/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { httpTransport } from '../src/index.ts'
import { type CoreUnderTest, NOON, startCore } from './core-under-test.ts'
import {
  AUTH_REQUEST_ID,
  answerWith,
  CLIENT_ID,
  type FakeProvider,
  pendingRequest,
  SERVICE_TOKEN,
} from './fake-provider.ts'
import { signUpWithPasskey } from './passkey-person.ts'
import { bearer, type Person, signUp } from './person.ts'

const REQUEST_URL = `/api/internal/oauth/requests/${AUTH_REQUEST_ID}/`
const OTHER_ID = '00000000-0000-4000-8000-000000000000'

const overHttp = async (fake: FakeProvider) =>
  httpTransport({
    baseUrl: await fake.app.listen({ port: 0, host: '127.0.0.1' }),
    serviceToken: SERVICE_TOKEN,
    timeoutSeconds: 5,
  })

/** Unverified: what is asked is what was signed. */
function payloadOf(dataToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(dataToken.split('.')[1] ?? '', 'base64url').toString('utf8'))
}

const VARIANTS = ENGINES.flatMap((engine) => [
  { engine, way: 'in process', options: {} },
  { engine, way: 'over HTTP', options: { transport: overHttp } },
])

describe.each(VARIANTS)('consent on the $engine database with the provider $way', ({ engine, options }) => {
  let core: CoreUnderTest
  let ada: Person

  beforeAll(async () => {
    core = await startCore(engine, options)
    ada = await signUp(core.app, { login: 'ada', password: 'correct horse battery staple' })
  })
  beforeEach(() => {
    core.fakeProvider.details = pendingRequest()
    core.fakeProvider.answer = undefined
    core.fakeProvider.received.length = 0
  })
  afterAll(() => core.close())

  const get = (url: string) => core.app.inject({ url, headers: bearer(ada.token) })
  const post = (url: string, payload?: object) =>
    core.app.inject({ method: 'POST', url, headers: bearer(ada.token), ...(payload && { payload }) })
  const attest = (changes: object = {}) =>
    post('/api/internal/attest-data/', {
      auth_request_id: AUTH_REQUEST_ID,
      user_id: ada.signedIn.user_id,
      audience: CLIENT_ID,
      claims: { email: 'ada@example.org' },
      ...changes,
    })

  test('shows the request as the provider knows it', async () => {
    const response = await get(REQUEST_URL)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(pendingRequest())
    expect((await get(REQUEST_URL.slice(0, -1))).statusCode).toBe(200)
  })

  test('shows an expired request, so that the page can offer the way back', async () => {
    core.fakeProvider.details = { ...pendingRequest(), status: 'expired' }
    const response = await get(REQUEST_URL)
    expect([response.statusCode, response.json().status]).toEqual([200, 'expired'])
  })

  test('signs the claims for this person, app and request', async () => {
    const attested = await attest()
    expect(attested.statusCode).toBe(200)
    const claims = await verifyDataToken(attested.json().data_token, core.config.dataTokenKeys, {
      issuer: 'https://sign.example',
      audience: CLIENT_ID,
      now: NOON,
    })
    expect(claims).toMatchObject({
      sub: ada.signedIn.user_id,
      auth_request_id: AUTH_REQUEST_ID,
      claims: { email: 'ada@example.org' },
      exp: NOON.getTime() / 1000 + 300,
    })
  })

  test('says how the vault was opened, as acr', async () => {
    const acrOf = async (token: string, userId: string) => {
      const body = { auth_request_id: AUTH_REQUEST_ID, user_id: userId, audience: CLIENT_ID, claims: {} }
      const url = '/api/internal/attest-data/'
      const response = await core.app.inject({ method: 'POST', url, headers: bearer(token), payload: body })
      return payloadOf(response.json().data_token)['acr']
    }
    const grace = await signUpWithPasskey(core.app)
    expect(await acrOf(ada.token, ada.signedIn.user_id)).toBe('urn:countersign:acr:password')
    expect(await acrOf(grace.token, grace.signedIn.user_id)).toBe('phr')
    await core.database.sql`
      update core.unlock_records set record = record || '{"type":"recovery"}' where user_id = ${grace.signedIn.user_id}`
    expect(await acrOf(grace.token, grace.signedIn.user_id)).toBeUndefined()
  })

  test('names the person as a pairwise app knows them, and by nothing else', async () => {
    core.fakeProvider.details = { ...pendingRequest(), subject: 'known-to-this-app-alone' }
    const payload = payloadOf((await attest()).json().data_token)
    expect(payload['sub']).toBe('known-to-this-app-alone')
    expect(JSON.stringify(payload)).not.toContain(ada.signedIn.user_id)
  })

  test.each([
    ['for somebody else', { user_id: OTHER_ID }, 403, 'user_mismatch'],
    ['for another app', { audience: 'another-app' }, 400, 'invalid_request'],
    ['for an unknown request', { auth_request_id: OTHER_ID }, 404, 'not_found'],
    ['for what is no request', { auth_request_id: 'x' }, 400, 'invalid_request'],
    ['of a claim that nobody asked for', { claims: { phone: '+49 1' } }, 400, 'invalid_claims'],
    ['of a number', { claims: { email: 1 } }, 400, 'invalid_claims'],
    ['of no object', { claims: 'email' }, 400, 'invalid_request'],
    ['of far too much', { claims: { email: 'x'.repeat(300_000) } }, 413, 'payload_too_large'],
  ])('refuses an attestation %s', async (_case, changes, status, code) => {
    const response = await attest(changes)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  test.each([
    ['approved', 409, 'request_not_pending'],
    ['denied', 409, 'request_not_pending'],
    ['expired', 410, 'request_expired'],
  ] as const)('attests nothing for a request that is %s', async (requestStatus, status, code) => {
    core.fakeProvider.details = { ...pendingRequest(), status: requestStatus }
    const response = await attest()
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })

  test('completes in the name of the session, whatever the body says', async () => {
    const body = { approved_scopes: ['openid', 'email'], data_token: 'a.b.c', user_id: OTHER_ID }
    const response = await post(`${REQUEST_URL}complete/`, body)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      redirect_uri: 'https://app.example/callback',
      authorization_code: 'cs_ac_code',
      state: 'state-of-the-app',
    })
    expect(core.fakeProvider.received).toEqual([
      {
        path: '/api/auth/internal/consent-complete/',
        body: {
          auth_request_id: AUTH_REQUEST_ID,
          user_id: ada.signedIn.user_id,
          approved_scopes: ['openid', 'email'],
          data_token: 'a.b.c',
        },
      },
    ])
  })

  test('approving nothing is a denial', async () => {
    const response = await post(`${REQUEST_URL}complete/`, { approved_scopes: [], data_token: 'a.b.c' })
    expect([response.statusCode, response.json().error]).toEqual([200, 'access_denied'])
    expect(core.log()).toContain('"event":"request_denied"')
  })

  test.each([[undefined], [{}]])('denies with the body %j', async (body) => {
    const response = await post(`${REQUEST_URL}deny/`, body)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      redirect_uri: 'https://app.example/callback',
      error: 'access_denied',
      state: 'state-of-the-app',
    })
    expect(core.fakeProvider.received).toEqual([
      {
        path: '/api/auth/internal/consent-deny/',
        body: { auth_request_id: AUTH_REQUEST_ID, user_id: ada.signedIn.user_id },
      },
    ])
  })

  test('says that the service is temporarily unavailable when the provider is, and logs why', async () => {
    core.fakeProvider.answer = answerWith(500, { error: 'secret detail', code: 'server_error' })
    const responses = [
      await get(REQUEST_URL),
      await attest(),
      await post(`${REQUEST_URL}complete/`, { approved_scopes: ['openid'], data_token: 'a.b.c' }),
      await post(`${REQUEST_URL}deny/`),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503])
    for (const response of responses) {
      expect(response.json().error).toContain('temporarily unavailable')
      expect(response.headers['retry-after']).toBe('5')
    }
    expect(core.log()).toContain('"event":"provider_unavailable"')
    expect(core.log()).not.toContain('secret detail')
  })

  test('tells the operator, and not the person, that the service token is wrong', async () => {
    core.fakeProvider.answer = answerWith(401, {
      error: 'The service token is invalid.',
      code: 'invalid_service_token',
    })
    const response = await get(REQUEST_URL)
    expect([response.statusCode, response.json().code]).toEqual([503, 'service_unavailable'])
    expect(response.body).not.toContain('token')
    expect(core.log()).toContain('"event":"service_token_refused"')
  })
})
