import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { errorOf, expectRefusal, redirectedTo } from './answers.ts'
import type { Changes } from './flow-steps.ts'
import { ISSUER, REDIRECT_URI, startProvider } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))

const mismatch = (name: string, redirect_uri: string) => [name, { redirect_uri }, 'redirect_uri_mismatch'] as const

test.each<readonly [string, Changes, string]>([
  ['a missing client_id', { client_id: undefined }, 'invalid_request'],
  ['an empty client_id', { client_id: '' }, 'invalid_request'],
  ['an unknown client_id', { client_id: 'nobody' }, 'invalid_client'],
  ['a missing redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
  ['a redirect_uri in a request object', { redirect_uri: undefined, request: 'eyJ' }, 'request_not_supported'],
  [
    'a redirect_uri in an object elsewhere',
    { redirect_uri: undefined, request_uri: 'https://app.example/object' },
    'request_uri_not_supported',
  ],
  mismatch('CVE-2025-4143: an unregistered redirect_uri', 'https://evil.example/callback'),
  mismatch('RFC 9700 §4.1.3: a redirect_uri with a slash added', `${REDIRECT_URI}/`),
  mismatch('a javascript redirect_uri', 'javascript:alert(1)'),
  mismatch('a redirect_uri with a NUL byte', `${REDIRECT_URI}\u0000`),
  ['a client_id with a NUL byte', { client_id: 'a\u0000b' }, 'invalid_client'],
])('authorize: %s is answered 400 and never by redirect', async (_case, changes, error) => {
  const response = await provider.authorize(changes)
  expectRefusal(response, 400, error)
  expect(response.headers.location).toBeUndefined()
  expect(response.headers['cache-control']).toBe('no-store')
})

test.each(['client_id', 'redirect_uri'])('a repeated %s is answered 400 and never by redirect', async (name) => {
  const query = provider.authorizeQuery()
  query.append(name, query.get(name) ?? '')
  const response = await provider.app.inject(`/oauth/authorize?${query.toString()}`)
  expectRefusal(response, 400, 'invalid_request')
  expect(response.headers.location).toBeUndefined()
})

test('authorize: a POST without a body is told what is missing', async () => {
  const response = await provider.app.inject({ method: 'POST', url: '/oauth/authorize' })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ error: 'invalid_request', error_description: 'client_id is missing.' })
})

test.each(['client_id', 'redirect_uri'])(
  'CVE-2019-8400, RFC 9700 §4.16: a wrong %s shows a page without input, scripts or framing',
  async (name) => {
    const attack = '"><script>alert(document.domain)</script>'
    const response = await provider.authorize({ [name]: attack }, { accept: 'text/html,*/*' })
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.body).toContain('This sign-in link doesn’t work')
    expect(response.body).not.toContain('alert(')
    expect(response.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
  },
)

test.each(['HEAD', 'OPTIONS'] as const)('authorize: %s is answered 405, to no other origin', async (method) => {
  const url = `/oauth/authorize?${provider.authorizeQuery().toString()}`
  const { statusCode, headers } = await provider.app.inject({ method, url })
  expect([statusCode, headers.allow, headers['access-control-allow-origin']]).toEqual([405, 'GET, POST', undefined])
})

const OTHER_RESPONSES = ['token', 'id_token', 'code token', 'code id_token', 'none', 'CODE', ' code']

test.each<readonly [string, Changes, string]>([
  ['a missing response_type', { response_type: undefined }, 'invalid_request'],
  ...OTHER_RESPONSES.map((response_type) => {
    return [`CVE-2026-7571: response_type=${response_type}`, { response_type }, 'unsupported_response_type'] as const
  }),
  ['response_mode=fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['a missing scope', { scope: undefined }, 'invalid_scope'],
  ['an unknown scope without openid', { scope: 'email everything' }, 'invalid_scope'],
  ['nothing but offline_access', { scope: 'offline_access' }, 'invalid_scope'],
  ['a scope that is not registered for the client', { scope: 'phone' }, 'invalid_scope'],
  ['a malformed scope', { scope: 'openid\temail' }, 'invalid_scope'],
  ['a missing code_challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['a method without a challenge', { code_challenge: undefined }, 'invalid_request'],
  ['a challenge without a method', { code_challenge_method: undefined }, 'invalid_request'],
  ['code_challenge_method=plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge that is too short', { code_challenge: 'abc' }, 'invalid_request'],
  ['a challenge that is too long', { code_challenge: 'a'.repeat(44) }, 'invalid_request'],
  ['a request object', { request: 'eyJ' }, 'request_not_supported'],
  ['CVE-2020-10770: a request_uri', { request_uri: 'http://169.254.169.254/latest' }, 'request_uri_not_supported'],
  ['OpenID Connect Core §3.1.2.6: prompt=none for what a vault holds', { prompt: 'none' }, 'interaction_required'],
  ['OpenID Connect Core §3.1.2.1: prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'login register' }, 'invalid_request'],
  ['a prompt in another case', { prompt: 'Login' }, 'invalid_request'],
  ['a nonce over 512 characters', { nonce: 'n'.repeat(513) }, 'invalid_request'],
  ['a nonce that is not printable ASCII', { nonce: 'grüße' }, 'invalid_request'],
  ['a nonce with a NUL byte', { nonce: 'a\u0000' }, 'invalid_request'],
  ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
  ['a max_age with a fraction', { max_age: '1.5' }, 'invalid_request'],
  ['a max_age that is no number', { max_age: '1e3' }, 'invalid_request'],
  ['a max_age beyond any number', { max_age: '9'.repeat(10) }, 'invalid_request'],
  ['OpenID Connect Core §3.1.2.6: registration', { registration: '{}' }, 'registration_not_supported'],
  ['RFC 9449 §10: a malformed dpop_jkt', { dpop_jkt: 'short' }, 'invalid_request'],
])('%s goes back to the app as an error, with the state and iss (RFC 9207 §2)', async (_case, changes, error) => {
  const response = await provider.authorize(changes)
  expect(response.statusCode).toBe(302)
  expect(response.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  const location = new URL(String(response.headers.location))
  expect(`${location.origin}${location.pathname}${location.hash}`).toBe(REDIRECT_URI)
  expect(Object.fromEntries(location.searchParams)).toEqual({
    error,
    error_description: expect.any(String),
    state: 'the state',
    iss: ISSUER,
  })
})

test('a refusal too long for the headers of a proxy goes back by a page', async () => {
  const state = '"'.repeat(2_048)
  const short = await provider.authorize({ scope: 'everything', state: 'a'.repeat(2_048) }, { accept: 'text/html' })
  expect(short.statusCode).toBe(302)
  const response = await provider.authorize({ scope: 'everything', state }, { accept: 'text/html' })
  expect(JSON.stringify(response.headers).length).toBeLessThan(2_048)
  expect(response.body).toContain('<script>location.replace(')
  const [, address = ''] = /<a id="on" rel="noreferrer" href="([^"]+)"/.exec(response.body) ?? []
  const wayOn = new URL(address.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))))
  expect(Object.fromEntries(wayOn.searchParams)).toMatchObject({ error: 'invalid_scope', state })
})

test.each([
  ['email phone', 'The scope phone is not registered for this client: register it, or leave it out.'],
  ['email everything', 'A scope is unknown here.'],
])('of the scopes %s the error names the missing one, and repeats no name but ours', async (scope, sentence) => {
  expect(redirectedTo(await provider.authorize({ scope })).get('error_description')).toBe(sentence)
})

test.each([
  ['longer than 2 KiB', 'x'.repeat(2049)],
  ['not printable ASCII', 'grüße'],
  ['with a NUL byte', 'a\u0000b'],
])('a state %s is refused, and not echoed', async (_case, state) => {
  const answer = redirectedTo(await provider.authorize({ state }))
  expect([answer.get('error'), answer.has('state')]).toEqual(['invalid_request', false])
})

test.each(['scope', 'state', 'code_challenge', 'response_type', 'anything'])(
  'authorize: a repeated %s is invalid_request',
  async (name) => {
    const query = provider.authorizeQuery()
    for (let count = 0; count < 2; count += 1) query.append(name, 'again')
    expect(errorOf(await provider.app.inject(`/oauth/authorize?${query.toString()}`))).toBe('invalid_request')
  },
)

test('a refusal brings back the state byte for byte', async () => {
  const state = ' +%20&=#/?;"~ '
  expect(redirectedTo(await provider.authorize({ state, response_type: 'token' })).get('state')).toBe(state)
})

test('a state of exactly 2 KiB comes back byte for byte', async () => {
  const state = `${'~ !"#$%&+=?'.repeat(186)}ab`
  expect(state).toHaveLength(2048)
  expect((await provider.details(await provider.startRequest({ state }))).state).toBe(state)
})

test('the query of a registered redirect URI is kept', async () => {
  const redirect_uri = 'https://app.example/callback?tenant=7'
  const { client_id } = await provider.register({ redirectUris: [redirect_uri] })
  const answer = redirectedTo(await provider.authorize({ client_id, redirect_uri, scope: 'nothing' }))
  expect([answer.get('tenant'), answer.get('error')]).toEqual(['7', 'invalid_scope'])
})

test('a native app may use any port of its registered loopback address', async () => {
  const redirectUris = ['http://127.0.0.1/callback']
  const { client_id } = await provider.register({ redirectUris, authenticationMethod: 'none' })
  const id = await provider.startRequest({ client_id, redirect_uri: 'http://127.0.0.1:51004/callback' })
  expect((await provider.details(id)).redirect_uri).toBe('http://127.0.0.1:51004/callback')
})
