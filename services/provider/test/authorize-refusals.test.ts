import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from './answers.ts'
import { ISSUER, REDIRECT_URI, startProvider } from './started-provider.ts'

describe('authorize, before the redirect URI is trusted', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  test.each([
    ['a missing client_id', { client_id: undefined }, 'invalid_request'],
    ['an empty client_id', { client_id: '' }, 'invalid_request'],
    ['an unknown client_id', { client_id: 'nobody' }, 'invalid_client'],
    ['a missing redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
    ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri_mismatch'],
    [
      'a redirect_uri that only begins like the registered one',
      { redirect_uri: `${REDIRECT_URI}/more` },
      'redirect_uri_mismatch',
    ],
    [
      'a redirect_uri with another case of the path',
      { redirect_uri: 'https://app.example/Callback' },
      'redirect_uri_mismatch',
    ],
    ['a redirect_uri with a query added', { redirect_uri: `${REDIRECT_URI}?next=x` }, 'redirect_uri_mismatch'],
    ['a javascript redirect_uri', { redirect_uri: 'javascript:alert(1)' }, 'redirect_uri_mismatch'],
    ['a redirect_uri with a NUL byte', { redirect_uri: `${REDIRECT_URI}\u0000` }, 'redirect_uri_mismatch'],
    ['a client_id with a NUL byte', { client_id: 'a\u0000b' }, 'invalid_client'],
  ])('%s is answered 400 and never by redirect', async (_case, changes, error) => {
    const response = await provider.authorize(changes)
    expect(response.statusCode).toBe(400)
    expect(response.headers.location).toBeUndefined()
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({ error, error_description: expect.any(String) })
  })

  test.each(['client_id', 'redirect_uri'])('a repeated %s is answered 400 and never by redirect', async (name) => {
    const query = provider.authorizeQuery()
    query.append(name, query.get(name) ?? '')
    const response = await provider.app.inject(`/oauth/authorize?${query.toString()}`)
    expect(response.statusCode).toBe(400)
    expect(response.headers.location).toBeUndefined()
    expect(response.json()).toMatchObject({ error: 'invalid_request' })
  })

  test('a POST without a body is told what is missing', async () => {
    const response = await provider.app.inject({ method: 'POST', url: '/oauth/authorize' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'invalid_request', error_description: 'client_id is missing.' })
  })

  test('a browser gets a page that explains, repeats nothing that came in, and cannot run or frame anything', async () => {
    const response = await provider.authorize({ client_id: '<script>alert(1)</script>' }, { accept: 'text/html,*/*' })
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.body).toContain('This sign-in link does not work')
    expect(response.body).not.toContain('alert(1)')
    expect(response.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const)(
    '%s is answered 405 with the methods that there are',
    async (method) => {
      const response = await provider.app.inject({
        method,
        url: `/oauth/authorize?${provider.authorizeQuery().toString()}`,
      })
      expect(response.statusCode).toBe(405)
      expect(response.headers.allow).toBe('GET, POST')
      expect(response.headers['access-control-allow-origin']).toBeUndefined()
    },
  )
})

describe('authorize, once the redirect URI is trusted', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))

  test.each([
    ['a missing response_type', { response_type: undefined }, 'invalid_request'],
    ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type=code token', { response_type: 'code token' }, 'unsupported_response_type'],
    ['response_mode=fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['a missing scope', { scope: undefined }, 'invalid_scope'],
    ['an unknown scope without openid', { scope: 'email everything' }, 'invalid_scope'],
    ['nothing but offline_access', { scope: 'offline_access' }, 'invalid_scope'],
    ['a scope that is not registered for the client', { scope: 'phone' }, 'invalid_scope'],
    ['a malformed scope', { scope: 'openid  email' }, 'invalid_scope'],
    ['a missing code_challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['a method without a challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['code_challenge_method=plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is too short', { code_challenge: 'abc' }, 'invalid_request'],
    ['a challenge that is too long', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
    ['a request object', { request: 'eyJ' }, 'request_not_supported'],
    ['a request_uri', { request_uri: 'https://app.example/request' }, 'request_uri_not_supported'],
    ['prompt=none', { prompt: 'none' }, 'interaction_required'],
  ])('%s goes back to the app with the state and iss', async (_case, changes, error) => {
    const response = await provider.authorize(changes)
    expect(response.statusCode).toBe(302)
    const location = new URL(String(response.headers.location))
    expect(`${location.origin}${location.pathname}`).toBe(REDIRECT_URI)
    expect(location.hash).toBe('')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'the state',
      iss: ISSUER,
    })
  })

  test.each([
    ['email phone', 'The scope phone is not registered for this client.'],
    ['email everything', 'A scope is unknown here.'],
  ])(
    'of the scopes %s the error names the one that is missing, and repeats no name but ours',
    async (scope, sentence) => {
      const { headers } = await provider.authorize({ scope })
      expect(new URL(String(headers.location)).searchParams.get('error_description')).toBe(sentence)
    },
  )

  test.each([
    ['longer than 2 KiB', 'x'.repeat(2049)],
    ['not printable ASCII', 'grüße'],
    ['with a NUL byte', 'a\u0000b'],
  ])('a state %s is refused, and not echoed', async (_case, state) => {
    const location = new URL(String((await provider.authorize({ state })).headers.location))
    expect(location.searchParams.get('error')).toBe('invalid_request')
    expect(location.searchParams.has('state')).toBe(false)
  })

  test.each(['scope', 'state', 'code_challenge', 'response_type', 'anything'])(
    'a repeated %s is invalid_request',
    async (name) => {
      const query = provider.authorizeQuery()
      query.append(name, 'again')
      query.append(name, 'again')
      const response = await provider.app.inject(`/oauth/authorize?${query.toString()}`)
      expect(errorOf(response)).toBe('invalid_request')
    },
  )

  test('a refusal brings back the state byte for byte', async () => {
    const state = ' +%20&=#/?;"~ '
    const { headers } = await provider.authorize({ state, response_type: 'token' })
    expect(new URL(String(headers.location)).searchParams.get('state')).toBe(state)
  })

  test('a state of exactly 2 KiB comes back byte for byte', async () => {
    const state = `${'~ !"#$%&+=?'.repeat(186)}ab`
    expect(state).toHaveLength(2048)
    const id = await provider.startRequest({ state })
    expect((await provider.details(id)).state).toBe(state)
  })

  test('the query of a registered redirect URI is kept', async () => {
    const redirect_uri = 'https://app.example/callback?tenant=7'
    const { client_id } = await provider.register({ redirectUris: [redirect_uri] })
    const location = new URL(
      String((await provider.authorize({ client_id, redirect_uri, scope: 'nothing' })).headers.location),
    )
    expect(location.searchParams.get('tenant')).toBe('7')
    expect(location.searchParams.get('error')).toBe('invalid_scope')
  })

  test('a native app may use any port of its registered loopback address', async () => {
    const { client_id } = await provider.register({
      redirectUris: ['http://127.0.0.1/callback'],
      authenticationMethod: 'none',
    })
    const id = await provider.startRequest({ client_id, redirect_uri: 'http://127.0.0.1:51004/callback' })
    expect((await provider.details(id)).redirect_uri).toBe('http://127.0.0.1:51004/callback')
  })
})
