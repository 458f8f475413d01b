import { randomUUID } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { errorOf, redirectedTo } from './answers.ts'
import type { Changes } from './flow-steps.ts'
import { createSigningKey } from './signing-key.ts'
import { ISSUER, REDIRECT_URI, startProvider, USER_ID } from './started-provider.ts'

const GRACE = '11111111-2222-4333-8444-555555555555'

describe('silent:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  let idToken: string

  beforeAll(async () => {
    idToken = (await provider.obtainTokens()).id_token ?? ''
  })

  const silent = { prompt: 'none', scope: 'openid' }
  const startSilent = (changes = {}) => provider.startRequest({ ...silent, ...changes })
  async function startOpened(): Promise<string> {
    const id = await provider.startRequest()
    await provider.readAs(USER_ID, id)
    return id
  }
  const refusalOf = async (changes: Changes) => errorOf(await provider.authorize(changes))
  const end = (auth_request_id: string, error = 'login_required') =>
    provider.app.inject(`/oauth/authorize/unanswered?${new URLSearchParams({ auth_request_id, error }).toString()}`)
  const approveAs = (user_id: string, id: string, attested = {}) =>
    provider.complete(id, { user_id, approved_scopes: ['openid'], attested })

  test('the consent page hears of prompt=none before it may show anything, also of a pushed one', async () => {
    const { request_uri } = (await provider.push(silent)).json()
    for (const response of [await provider.authorize(silent), await provider.open(request_uri)])
      expect(redirectedTo(response).get('prompt')).toBe('none')
    expect(redirectedTo(await provider.authorize()).has('prompt')).toBe(false)
    expect(await provider.details(await startSilent())).toMatchObject({ prompt: 'none' })
  })

  test('prompt=none never releases data of a vault', async () => {
    expect(await refusalOf({ prompt: 'none' })).toBe('interaction_required')
  })

  test.each([
    ['none', 'http://127.0.0.1/callback', 'interaction_required'],
    ['none', 'com.example.books:/callback', 'interaction_required'],
    ['none', 'https://books.example/callback', null],
    ['client_secret_basic', 'http://127.0.0.1/callback', null],
  ] as const)(
    'RFC 8252 §8.6: a client that authenticates by %s is answered at %s: %s',
    async (method, redirectUri, error) => {
      const { client_id } = await provider.register({ authenticationMethod: method, redirectUris: [redirectUri] })
      expect(await refusalOf({ ...silent, client_id, redirect_uri: redirectUri })).toBe(error)
    },
  )

  test.each(['login_required', 'consent_required', 'interaction_required'])('ends with %s, once', async (error) => {
    const id = await startSilent()
    const response = await end(id, error)
    const location = new URL(String(response.headers.location))
    expect([response.statusCode, `${location.origin}${location.pathname}`]).toEqual([302, REDIRECT_URI])
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: 'the state', iss: ISSUER })
    expect((await provider.details(id)).status).toBe('denied')
    expect((await end(id, error)).statusCode).toBe(400)
    const again = await provider.app.inject(`/oauth/return?auth_request_id=${id}`)
    expect([again.statusCode, again.headers.location]).toEqual([400, undefined])
  })

  test('ends as a form for an app that wants one', async () => {
    const { headers } = await end(await startSilent({ response_mode: 'form_post' }))
    const { body } = await provider.app.inject(String(headers.location))
    expect(body).toContain('name="error" value="login_required"')
  })

  test('an unopened request ends with access_denied for a person who may not sign in', async () => {
    const location = new URL(String((await end(await provider.startRequest(), 'access_denied')).headers.location))
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error: 'access_denied', state: 'the state' })
  })

  test.each<[string, () => Promise<readonly [string, string]>]>([
    ['a request that waits for a person', async () => [await provider.startRequest(), 'login_required']],
    ['one that is not there', async () => [randomUUID(), 'login_required']],
    ['a malformed identifier', async () => ['x', 'login_required']],
    ['a silent request by the error of others', async () => [await startSilent(), 'access_denied']],
    ['a request that a person has opened', async () => [await startOpened(), 'access_denied']],
    ['an error that only objects have', async () => [await startSilent(), 'constructor']],
  ])('%s is not ended so', async (_case, attempt) => {
    const [id, error] = await attempt()
    const response = await end(id, error)
    expect(response.statusCode).toBe(400)
    expect(response.headers.location).toBeUndefined()
    expect((await provider.details(id)).status).not.toBe('denied')
  })

  test('OpenID Connect Core §3.1.2.1: only the person of the id_token_hint answers, at any age', async () => {
    const id = await provider.startRequest({ id_token_hint: idToken, scope: 'openid' })
    const refused = await approveAs(GRACE, id)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'user_mismatch'])
    expect((await approveAs(USER_ID, id)).statusCode).toBe(200)
  })

  test('the hint of an app that knows people by other names is compared by those', async () => {
    const { client_id, client_secret } = await provider.register({ subjectType: 'pairwise' })
    const own = { client_id, scope: 'openid' }
    const answer = async (id: string) => {
      const { subject } = (await provider.readAs(USER_ID, id)).json()
      return approveAs(USER_ID, id, { sub: subject })
    }
    const code = (await answer(await provider.startRequest(own))).json().authorization_code
    const { id_token } = (await provider.exchange(code, { client_id, client_secret })).json()
    expect((await answer(await provider.startRequest({ ...own, id_token_hint: id_token }))).statusCode).toBe(200)
  })

  test.each<[string, () => Promise<string> | string]>([
    ['of another client', async () => otherClientsToken()],
    ['signed by a key that is gone', async () => tokenOf(ISSUER)],
    ['cut short', () => idToken.slice(0, -4)],
    ['that is malformed', () => 'a.b.c'],
    ['that is far too long', () => `${'a'.repeat(16_384)}.b.c`],
    ['of another issuer', async () => tokenOf('https://other.example')],
  ])('an id_token_hint %s counts as not given, and silently as login_required', async (_case, hint) => {
    const id_token_hint = await hint()
    const id = await provider.startRequest({ id_token_hint, scope: 'openid' })
    expect((await approveAs(GRACE, id)).statusCode).toBe(200)
    expect(await refusalOf({ ...silent, id_token_hint })).toBe('login_required')
  })

  async function otherClientsToken(): Promise<string> {
    const other = await provider.register({})
    return (await provider.exchange(await provider.obtainCodeOf(other), other)).json().id_token
  }

  async function tokenOf(iss: string): Promise<string> {
    const key = await createSigningKey()
    return key.sign({ iss, aud: provider.client.client_id, sub: USER_ID }, { kid: 'forged' })
  }
})
