import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { errorOf, findTraces, redirectedTo } from './answers.ts'
import { seconds } from './signing-key.ts'
import { startProvider } from './started-provider.ts'

const JKT = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'

const provider = startBeforeAll(() => startProvider('postgresql'))

test.each(['claims', 'display', 'ui_locales', 'acr_values', 'claims_locales', 'anything'])(
  'OpenID Connect Core §3.1.2.1, RFC 6749 §3.1: %s is a wish that is left aside',
  async (name) => {
    expect(await provider.startRequest({ [name]: '{}' })).toEqual(expect.any(String))
  },
)

test.each([
  ['login', 'login'],
  ['consent', 'consent'],
  ['select_account', 'select_account'],
  ['create', 'create'],
  ['login consent login', 'login consent'],
])('prompt=%s is understood and handed to the consent page', async (prompt, shown) => {
  expect(await provider.details(await provider.startRequest({ prompt }))).toMatchObject({ prompt: shown })
})

test('max_age and login_hint are handed to the consent page, and nothing where the app sent nothing', async () => {
  const id = await provider.startRequest({ max_age: '0', login_hint: 'ada@example.com' })
  expect(await provider.details(id)).toMatchObject({ max_age: 0, login_hint: 'ada@example.com' })
  const plain = await provider.details(await provider.startRequest())
  expect(plain).not.toHaveProperty('prompt')
  expect(plain).not.toHaveProperty('max_age')
  expect(plain).not.toHaveProperty('login_hint')
})

test('a login_hint names a person, so it is not in the database in clear, nor in the log', async () => {
  await provider.startRequest({ login_hint: 'grace@example.com' })
  expect(await findTraces(provider, 'grace@example.com')).toEqual([])
})

test('OpenID Connect Core §3.1.2.1: the nonce goes from the request to its code', async () => {
  await provider.obtainCode({ nonce: 'n-0S6_WzA2Mj', dpop_jkt: JKT })
  const [code] = await provider.database.sql`
    select nonce, dpop_jkt from provider.authorization_requests where code_hash is not null and nonce is not null`
  expect(code).toEqual({ nonce: 'n-0S6_WzA2Mj', dpop_jkt: JKT })
})

const signedInSince = (offset?: number) => (offset === undefined ? {} : { auth_time: seconds() + offset })

test.each([
  ['signed in within max_age', '300', -200, 200],
  ['signed in too long ago', '300', -400, 403],
  ['signed in since the request began, though max_age is over', '0', 2, 200],
  ['signed in before the request began, with max_age=0', '0', -30, 403],
  ['signed in at an unknown time', '300', undefined, 403],
  ['signed in long ago, but the app does not ask', undefined, -86_400, 200],
])('OpenID Connect Core §3.1.2.1 max_age: a person who %s', async (_case, max_age, signedIn, status) => {
  const id = await provider.startRequest({ max_age })
  const response = await provider.complete(id, { attested: signedInSince(signedIn) })
  expect(response.statusCode).toBe(status)
  if (status === 200) return
  expect(response.json()).toEqual({ error: expect.any(String), code: 'reauth_required' })
  expect((await provider.details(id)).status).toBe('pending')
  expect((await provider.complete(id, { attested: signedInSince(1) })).statusCode).toBe(200)
})

test.each([
  ['since the request began', { prompt: 'login' }, 2, undefined],
  ['since the request began, with other wishes', { prompt: 'consent  login' }, 2, undefined],
  ['before the request began', { prompt: 'login' }, -30, 'reauth_required'],
  ['before it began, though max_age would allow it', { prompt: 'login', max_age: '300' }, -30, 'reauth_required'],
  ['at an unknown time', { prompt: 'login' }, undefined, 'reauth_required'],
  ['before it began, but the app asks for consent alone', { prompt: 'consent' }, -30, undefined],
])('OpenID Connect Core §3.1.2.1 prompt=login: a person who signed in %s', async (_case, wishes, signedIn, code) => {
  const id = await provider.startRequest(wishes)
  const response = await provider.complete(id, { attested: signedInSince(signedIn) })
  expect(response.json().code).toBe(code)
  expect(response.statusCode).toBe(code === undefined ? 200 : 403)
})

test.each([
  ['§3.1.2.1: unknown scopes beside openid', 'openid everything email api:read', 'openid email'],
  ['§3.1.2.1: scopes beside openid that the app is not registered for', 'openid phone email', 'openid email'],
  ['§11: offline_access beside openid', 'openid offline_access', 'openid'],
  ['offline_access without openid', 'email offline_access', 'email'],
  ['spaces around and between', '  openid   email ', 'openid email'],
])('OpenID Connect Core %s: left aside', async (_case, scope, requested) => {
  expect((await provider.details(await provider.startRequest({ scope }))).requested_scopes.join(' ')).toBe(requested)
})

test.each([
  ['a login_hint over 256 characters', { login_hint: 'x'.repeat(257) }],
  ['a login_hint with a line break', { login_hint: 'ada\nlovelace' }],
  ['ui_locales of no language', { ui_locales: 'xx -- 7' }],
  ['an unknown acr', { acr_values: 'urn:unknown' }],
])('OpenID Connect Core §3.1.2.1: %s counts as not given', async (_case, hints) => {
  expect(await provider.details(await provider.startRequest(hints))).not.toHaveProperty('login_hint')
})

test('RFC 6749 §3.3: a client registered with default scopes may leave scope out, and is asked about those', async () => {
  const names = ['openid', 'email', 'profile']
  const scopes = names.map((name) => ({ name, reason: '', required: false, default: name !== 'profile' }))
  const { client_id } = await provider.register({ scopes })
  const id = await provider.startRequest({ client_id, scope: undefined })
  expect((await provider.details(id)).requested_scopes).toEqual(['openid', 'email'])
  const named = await provider.startRequest({ client_id, scope: 'profile' })
  expect((await provider.details(named)).requested_scopes).toEqual(['profile'])
})

test.each([
  ['both', { requirePushedRequests: true, dpopBound: true }, 60],
  ['pushed requests alone', { requirePushedRequests: true }, 600],
  ['DPoP alone', { dpopBound: true }, 600],
  ['neither', {}, 600],
])('FAPI 2.0 Security Profile §5.3.2.1: the code of a client bound to %s', async (_case, policy, lifetime) => {
  const client = await provider.register(policy)
  const { request_uri } = (await provider.push({ ...client })).json()
  const opened = await provider.open(request_uri, { client_id: client.client_id })
  await provider.complete(redirectedTo(opened).get('auth_request_id') ?? '')
  const [code] = await provider.database.sql`
    select extract(epoch from code_expires_at - decided_at)::int as lifetime
      from provider.authorization_requests where client_id = ${client.client_id}`
  expect(code).toEqual({ lifetime })
})

test('OpenID Connect Core §3.1.2.1 max_age: a slow consent is not taken for an old sign-in', async () => {
  const id = await provider.startRequest({ max_age: '0' })
  await provider.database.sql`
    update provider.authorization_requests set created_at = now() - interval '1 minute' where auth_request_id = ${id}`
  expect((await provider.complete(id, { attested: signedInSince(-30) })).statusCode).toBe(200)
})

test('RFC 9700 §2.1.1: a code_challenge that the client used before is refused', async () => {
  const code_challenge = provider.newChallenge()
  await provider.obtainTokens({ code_challenge })
  expect(errorOf(await provider.authorize({ code_challenge }))).toBe('invalid_request')
})

test('RFC 9700 §2.1.1: another client may have the same challenge; a refused request spends none', async () => {
  const code_challenge = provider.newChallenge()
  await provider.authorize({ code_challenge, scope: 'unknown' })
  await provider.startRequest({ code_challenge })
  const { client_id } = await provider.register({})
  expect(await provider.startRequest({ client_id, code_challenge })).toEqual(expect.any(String))
})

test('RFC 9700 §2.1.1: of 20 different requests with one challenge at once exactly one is started', async () => {
  const code_challenge = provider.newChallenge()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => provider.authorize({ code_challenge, state: `state ${index}` })),
  )
  const started = responses.filter(({ headers }) => String(headers.location).includes('auth_request_id'))
  expect(started).toHaveLength(1)
})

test('a client without PKCE may start many requests: there is no challenge to repeat', async () => {
  const { client_id } = await provider.register({ requirePkce: false })
  const changes = { client_id, code_challenge: undefined, code_challenge_method: undefined }
  expect(await provider.startRequest(changes)).not.toBe(await provider.startRequest(changes))
})
