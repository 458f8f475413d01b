import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askOver, httpTransport } from '../src/index.ts'
import { fixture, startCore } from './core-under-test.ts'
import { bearer, refusalOf } from './person.ts'
import { type ProviderUnderTest, REDIRECT_URI, SERVICE_TOKEN, twist } from './provider-under-test.ts'

const OTHER_ID = '00000000-0000-4000-8000-000000000000'

const LOCAL = { port: 0, host: '127.0.0.1' }
const overHttp = async ({ app }: ProviderUnderTest) =>
  askOver(httpTransport({ baseUrl: await app.listen(LOCAL), serviceToken: SERVICE_TOKEN, timeoutSeconds: 5 }))

function payloadOf(dataToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(dataToken.split('.')[1] ?? '', 'base64url').toString('utf8'))
}

const VARIANTS = [
  { way: 'in process', options: {} },
  { way: 'over HTTP', options: { ask: overHttp } },
] as const

describe.each(VARIANTS)('consent with the provider $way', ({ options }) => {
  const time = { later: 0 }
  const core = startBeforeAll(() =>
    startCore('postgresql', { ...options, now: () => new Date(Date.now() + time.later) }),
  )
  const ada = fixture(beforeAll, () => core.newPerson())
  const real = fixture(beforeAll, () => core.provider.real())
  let id: string

  beforeEach(async () => {
    core.provider.lie = undefined
    core.provider.received.length = 0
    id = await real.startRequest()
  })

  const get = (url: string) => core.get(url, ada.token)
  const post = (url: string, payload?: object) =>
    core.app.inject({ method: 'POST', url, headers: bearer(ada.token), ...(payload && { payload }) })
  const requestUrl = () => `/api/internal/oauth/requests/${id}/`
  const attest = (changes: object = {}) =>
    post('/api/internal/attest-data/', {
      auth_request_id: id,
      user_id: ada.signedIn.user_id,
      audience: real.client.client_id,
      claims: { email: 'ada@example.org' },
      ...changes,
    })
  const approve = async (changes: object = {}) => {
    const { data_token } = (await attest()).json<{ data_token: string }>()
    return post(`${requestUrl()}complete/`, { approved_scopes: ['openid', 'email'], data_token, ...changes })
  }
  const deny = () => post(`${requestUrl()}deny/`)
  const expire = () => real.database.sql`
    update provider.authorization_requests set expires_at = now() where auth_request_id = ${id}`
  /** Whose the request is, as the provider's own path for core tells it. */
  const truth = async () =>
    (await real.internal('GET', `auth-request-details/?auth_request_id=${id}&user_id=${ada.signedIn.user_id}`)).json()

  const preview = (of: string) =>
    core.app.inject({ url: `/api/requests/${of}/preview/`, headers: { origin: 'https://consent.example' } })

  test('previews a request by its identifier alone, and refuses an unknown or malformed one', async () => {
    id = await real.startRequest({ prompt: 'create', login_hint: 'ada@example.com' })
    const response = await preview(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual((await real.internal('GET', `auth-request-preview/?auth_request_id=${id}`)).json())
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': 'https://consent.example',
    })
    expect((await preview(OTHER_ID)).json()).toMatchObject({ code: 'not_found' })
    expect((await preview('42')).statusCode).toBe(400)
  })

  test('the preview holds nothing more, whatever the provider says', async () => {
    core.provider.lie = twist('auth-request-preview', (told) => ({ ...told, state: 'secret', login_hint: 'ada' }))
    expect(Object.keys((await preview(id)).json())).toEqual(['status', 'expires_at', 'client', 'asked'])
  })

  test('shows the request as the provider knows it', async () => {
    const response = await get(requestUrl())
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(await truth())
    expect(response.json()).toMatchObject({ auth_request_id: id, status: 'pending', redirect_uri: REDIRECT_URI })
    expect((await get(requestUrl().slice(0, -1))).statusCode).toBe(200)
    await expire()
    expect((await get(requestUrl())).json().status).toBe('expired')
  })

  /** Straight at the provider, as another process of core, or another core, does it. */
  const elsewhere = (path: string, body: object = {}) =>
    real.internal('POST', path, { auth_request_id: id, user_id: ada.userId, ...body })

  test.each<[string, () => Promise<unknown>, number, string]>([
    [
      'approved',
      async () =>
        elsewhere('consent-complete/', {
          approved_scopes: ['openid', 'email'],
          data_token: await real.attest(id, { sub: ada.userId }),
        }),
      409,
      'request_not_pending',
    ],
    ['denied', () => elsewhere('consent-deny/'), 409, 'request_not_pending'],
    [
      'given back and opened by another user',
      async () => {
        await elsewhere('auth-request-give-back/')
        await real.readAs(OTHER_ID, id)
      },
      404,
      'not_found',
    ],
  ])('attests nothing for a shown request that was %s through another process', async (_end, end, status, code) => {
    expect((await get(requestUrl())).json().status).toBe('pending')
    expect((await attest()).statusCode).toBe(200)
    await end()
    expect(refusalOf(await attest())).toEqual([status, code])
  })

  test('says how the vault was opened, as acr', async () => {
    const acrOf = async (token: string, userId: string) => {
      const audience = real.client.client_id
      const body = { auth_request_id: await real.startRequest(), user_id: userId, audience, claims: {} }
      const url = '/api/internal/attest-data/'
      const response = await core.app.inject({ method: 'POST', url, headers: bearer(token), payload: body })
      return payloadOf(response.json().data_token)['acr']
    }
    const grace = await core.signUpWithPasskey()
    expect(await acrOf(ada.token, ada.signedIn.user_id)).toBe('urn:countersign:acr:password')
    expect(await acrOf(grace.token, grace.signedIn.user_id)).toBe('phr')
    await core.database.sql`
      update core.unlock_records set record = record || '{"type":"recovery"}' where user_id = ${grace.signedIn.user_id}`
    time.later += 1_000
    expect(await acrOf(grace.token, grace.signedIn.user_id)).toBeUndefined()
  })

  test('names the person as a pairwise app knows them, and by nothing else', async () => {
    core.provider.lie = twist('auth-request-details', (told) => ({ ...told, subject: 'known-to-this-app-alone' }))
    const payload = payloadOf((await attest()).json().data_token)
    expect(payload['sub']).toBe('known-to-this-app-alone')
    expect(JSON.stringify(payload)).not.toContain(ada.signedIn.user_id)
  })

  test.each([
    ['for another person', { user_id: OTHER_ID }, 403, 'user_mismatch'],
    ['for another app', { audience: 'another-app' }, 400, 'invalid_request'],
    ['for an unknown request', { auth_request_id: OTHER_ID }, 404, 'not_found'],
    ['for a malformed request id', { auth_request_id: 'x' }, 400, 'invalid_request'],
    ['of a claim that was not requested', { claims: { phone: '+49 1' } }, 400, 'invalid_claims'],
    ['of a number', { claims: { email: 1 } }, 400, 'invalid_claims'],
    ['of no object', { claims: 'email' }, 400, 'invalid_request'],
    ['of far too much', { claims: { email: 'x'.repeat(300_000) } }, 413, 'payload_too_large'],
  ])('refuses an attestation %s', async (_case, changes, status, code) => {
    expect(refusalOf(await attest(changes))).toEqual([status, code])
    expect((await truth()).status).toBe('pending')
  })

  test.each([
    ['approved', () => approve(), 409, 'request_not_pending'],
    ['denied', () => deny(), 409, 'request_not_pending'],
    ['expired', () => expire(), 410, 'request_expired'],
  ] as const)('attests nothing for a request that is %s', async (_status, end, status, code) => {
    await end()
    expect(refusalOf(await attest())).toEqual([status, code])
  })

  test('completes in the name of the session and from its network, whatever the body says', async () => {
    const response = await approve({ user_id: OTHER_ID })
    expect(response.statusCode, response.body).toBe(200)
    const { authorization_code, ...rest } = response.json()
    expect(rest).toEqual({ redirect_uri: REDIRECT_URI, state: 'the state' })
    const tokens = (await real.exchange(authorization_code, { code_verifier: real.verifierOf(id) })).json()
    const signed = { sub: ada.userId, aud: real.client.client_id, auth_request_id: id }
    expect(payloadOf(tokens.data_token)).toMatchObject({ ...signed, claims: { email: 'ada@example.org' } })
    const sent = core.provider.received.at(-1)
    expect(sent).toMatchObject({
      path: '/api/auth/internal/consent-complete/',
      headers: { 'x-person-network': '127.0.0.0/24' },
      body: { auth_request_id: id, user_id: ada.signedIn.user_id, approved_scopes: ['openid', 'email'] },
    })
  })

  test.each([[undefined], [{}]])('denies with the body %j', async (body) => {
    const response = await post(`${requestUrl()}deny/`, body)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { redirect_uri: REDIRECT_URI, error: 'access_denied', state: 'the state' },
    ])
    expect((await truth()).status).toBe('denied')
    expect(core.provider.received.at(-1)?.body).toEqual({ auth_request_id: id, user_id: ada.signedIn.user_id })
  })

  test('tells the person to sign in again where the app wants that, and it works once they did', async () => {
    id = await real.startRequest({ max_age: '60' })
    await real.database.sql`
      update provider.authorization_requests set created_at = now() + interval '1 minute' where auth_request_id = ${id}`
    await core.database.sql`
      update core.sessions set auth_time = now() - interval '2 minutes' where user_id = ${ada.signedIn.user_id}`
    expect(refusalOf(await approve())).toEqual([403, 'reauth_required'])
    await core.database.sql`
      update core.sessions set auth_time = now() + interval '1 minute' where user_id = ${ada.signedIn.user_id}`
    expect((await approve()).statusCode).toBe(200)
    await core.database.sql`update core.sessions set auth_time = now() where user_id = ${ada.signedIn.user_id}`
  })

  const ELSEWHERE = [
    ['a script', 'javascript:alert(document.domain)'],
    ['another app', 'https://evil.example/callback'],
  ] as const

  test.each(ELSEWHERE)(
    'does not pass on %s as the place to go, and does not sign for it',
    async (_case, redirect_uri) => {
      const { data_token } = (await attest()).json<{ data_token: string }>()
      core.provider.lie = twist('/consent-', (told) => ({ ...told, redirect_uri }))
      const completed = await post(`${requestUrl()}complete/`, { approved_scopes: ['openid', 'email'], data_token })
      id = await real.startRequest()
      await get(requestUrl())
      const answers = [completed, await deny()]
      if (!redirect_uri.startsWith('https:')) {
        core.provider.lie = twist('/auth-request-details/', (told) => ({ ...told, redirect_uri }))
        id = await real.startRequest()
        answers.push(await get(requestUrl()), await attest())
      }
      for (const answer of answers) {
        expect(refusalOf(answer)).toEqual([503, 'service_unavailable'])
        expect(answer.body).not.toContain(redirect_uri)
      }
      expect(core.log()).toContain('another redirect_uri than was shown')
    },
  )
})
