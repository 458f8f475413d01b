import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { errorOf, expectRefusal, findTraces, redirectedTo } from './answers.ts'
import { seconds } from './signing-key.ts'
import { basicOf, ISSUER, REDIRECT_URI, startProvider } from './started-provider.ts'

const REQUEST_URI = /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{64}$/
const UNKNOWN = `urn:ietf:params:oauth:request_uri:${'A'.repeat(43)}`

const provider = startBeforeAll(() => startProvider('postgresql'))

async function pushed(changes: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
  return (await provider.push(changes)).json<{ request_uri: string }>().request_uri
}

async function openedId(requestUri: string, changes = {}): Promise<string> {
  return redirectedTo(await provider.open(requestUri, changes)).get('auth_request_id') ?? ''
}

async function expectNotOpened(requestUri: string, changes = {}): Promise<void> {
  const response = await provider.open(requestUri, changes)
  expectRefusal(response, 400, 'invalid_request_uri')
  expect(response.headers.location).toBeUndefined()
}

test('RFC 9126 §2.2: a pushed request is answered 201 with its request_uri, for a minute, never cached', async () => {
  const response = await provider.push()
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({ request_uri: expect.stringMatching(REQUEST_URI), expires_in: 60 })
  expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' })
})

test('RFC 9126 §4: client_id and request_uri open it, and the flow goes on with what was pushed', async () => {
  const id = await openedId(await pushed({ max_age: '600', login_hint: 'ada', nonce: 'n' }))
  expect(await provider.details(id)).toMatchObject({
    status: 'pending',
    state: 'the state',
    redirect_uri: REDIRECT_URI,
    requested_scopes: ['openid', 'email'],
    max_age: 600,
    login_hint: 'ada',
  })
  const { expires_at } = await provider.details(id)
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(9 * 60_000)
  const { authorization_code } = (await provider.complete(id, { attested: { auth_time: seconds() } })).json()
  expect((await provider.exchange(authorization_code)).statusCode).toBe(200)
})

test('RFC 9126 §2: the request may come as JSON, and the client may authenticate by HTTP Basic', async () => {
  const headers = { ...basicOf(provider.client, provider.client.client_secret), 'content-type': 'application/json' }
  const json = JSON.stringify(Object.fromEntries(provider.authorizeQuery()))
  expect((await provider.send('/oauth/par/', json, headers)).statusCode).toBe(201)
})

test('RFC 9126 §2: a public client pushes with its client_id alone', async () => {
  const { client_id } = await provider.register({ authenticationMethod: 'none' })
  expect((await provider.push({ client_id, client_secret: undefined })).statusCode).toBe(201)
})

/** As a client writes it that puts its parameters into the object alone. */
const ONLY_OBJECT = {
  request: 'eyJ',
  redirect_uri: undefined,
  response_type: undefined,
  scope: undefined,
  code_challenge: undefined,
  code_challenge_method: undefined,
}

test.each([
  ['RFC 9126 §2.1: a request_uri', { request_uri: UNKNOWN }, 400, 'invalid_request'],
  ['a request object', { request: 'eyJ' }, 400, 'request_not_supported'],
  ['RFC 9101 §5: a request object that holds all the rest', ONLY_OBJECT, 400, 'request_not_supported'],
  ['a missing redirect_uri', { redirect_uri: undefined }, 400, 'invalid_request'],
  ['an unregistered redirect_uri', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_request'],
  ['a missing response_type', { response_type: undefined }, 400, 'invalid_request'],
  ['response_type=token', { response_type: 'token' }, 400, 'unsupported_response_type'],
  ['an unknown scope', { scope: 'everything' }, 400, 'invalid_scope'],
  ['a missing challenge', { code_challenge: undefined, code_challenge_method: undefined }, 400, 'invalid_request'],
  ['code_challenge_method=plain', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
  ['a state that cannot be echoed', { state: 'grüße' }, 400, 'invalid_request'],
  ['a malformed max_age', { max_age: 'x' }, 400, 'invalid_request'],
  ['prompt=none', { prompt: 'none' }, 400, 'interaction_required'],
])('RFC 9126 §2.3: %s is refused at once, as JSON', async (_case, changes, status, error) => {
  const response = await provider.push(changes)
  expectRefusal(response, status, error)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers.location).toBeUndefined()
})

test('RFC 9126 §7.3: a request_uri leads to one pending request until it is answered', async () => {
  const requestUri = await pushed()
  const id = await openedId(requestUri)
  await provider.database.sql`
    update provider.authorization_requests
       set expires_at = now() + interval '5 minutes', created_at = now() - interval '5 minutes'
     where auth_request_id = ${id}`
  const times = () => provider.database.sql`
    select created_at, expires_at from provider.authorization_requests where auth_request_id = ${id}`
  const before = await times()
  expect(await openedId(requestUri)).toBe(id)
  expect(await times()).toEqual(before)
})

test.each(['approved', 'denied'])(
  'CVE-2026-96446: a request_uri is spent when its request is %s, with prompt=none too',
  async (status) => {
    const requestUri = await pushed()
    const id = await openedId(requestUri)
    if (status === 'approved') await provider.complete(id)
    else await provider.deny(id)
    expect(await provider.details(id)).toMatchObject({ status })
    for (const changes of [{}, { prompt: 'none' }]) await expectNotOpened(requestUri, changes)
  },
)

test('CVE-2026-96446: prompt=none beside an open request_uri brings only the page that asks', async () => {
  const requestUri = await pushed()
  const id = await openedId(requestUri)
  const { headers } = await provider.open(requestUri, { prompt: 'none' })
  expect(headers.location).toBe(`${ISSUER}/consent?auth_request_id=${id}`)
})

test('CVE-2026-96446: 50 browsers with one request_uri, on two instances, get one request and code', async () => {
  const requestUri = await pushed()
  const instances = [provider.app, await provider.startInstance()]
  const opened = Array.from({ length: 50 }, (_, index) => provider.open(requestUri, {}, instances[index % 2]))
  const responses = await Promise.all(opened)
  const ids = new Set(responses.map((response) => redirectedTo(response).get('auth_request_id')))
  expect(ids.size).toBe(1)
  const [id] = ids
  const approvals = await Promise.all(Array.from({ length: 5 }, () => provider.complete(id ?? '')))
  expect(approvals.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  await instances[1]?.close()
})

test('RFC 9126 §2.2: a request_uri of another client opens nothing and is not spent', async () => {
  const requestUri = await pushed()
  const { client_id } = await provider.register({})
  await provider.open(requestUri)
  await expectNotOpened(requestUri, { client_id })
  expect((await provider.open(requestUri)).statusCode).toBe(302)
})

test('RFC 9126 §2.2: a request_uri expires', async () => {
  const [unopened, opened] = [await pushed(), await pushed()]
  await provider.open(opened)
  await provider.database.sql`
    update provider.authorization_requests set expires_at = now() where status in ('pushed', 'pending')`
  for (const late of [unopened, opened]) expectRefusal(await provider.open(late), 400, 'invalid_request_uri')
})

test.each([
  UNKNOWN,
  UNKNOWN.toUpperCase(),
  `${UNKNOWN}A`,
  UNKNOWN.slice(0, -1),
  'urn:ietf:params:oauth:request_uri:',
  'urn:ietf:params:oauth:request_uri:a\u0000b',
])('CVE-2026-27840: %j opens nothing, and never becomes a redirect to a page of ours', async (requestUri) => {
  const response = await provider.open(requestUri)
  expect(response.statusCode).toBe(400)
  expect(response.headers.location).toBeUndefined()
})

test('RFC 9101 §6.3: parameters beside the request_uri in the browser are ignored', async () => {
  const requestUri = await pushed()
  const changes = { scope: 'profile', state: 'forged', redirect_uri: 'https://evil.example/', prompt: 'none' }
  const asked = { state: 'the state', redirect_uri: REDIRECT_URI, requested_scopes: ['openid', 'email'] }
  expect(await provider.details(await openedId(requestUri, changes))).toMatchObject(asked)
})

test('RFC 6749 §3.1: a repeated parameter beside the request_uri is refused, and does not spend it', async () => {
  const requestUri = await pushed()
  const query = `client_id=${provider.client.client_id}&request_uri=${requestUri}&request_uri=${requestUri}`
  expect((await provider.app.inject(`/oauth/authorize?${query}`)).statusCode).toBe(400)
  expect((await provider.open(requestUri)).statusCode).toBe(302)
})

test('RFC 9126 §4: the browser may bring it in a form, and goes on with 303', async () => {
  const { client_id } = provider.client
  expect((await provider.post('/oauth/authorize', { client_id, request_uri: await pushed() })).statusCode).toBe(303)
})

test('RFC 9700 §2.1.1: pushing and opening count a code_challenge once, and a second push is refused', async () => {
  const code_challenge = provider.newChallenge()
  const requestUri = await pushed({ code_challenge })
  expectRefusal(await provider.push({ code_challenge }), 400, 'invalid_request')
  expect((await provider.open(requestUri)).statusCode).toBe(302)
  expect(errorOf(await provider.authorize({ code_challenge }))).toBe('invalid_request')
})

test('a request that was pushed and not opened can be neither read, approved nor denied', async () => {
  await provider.push()
  const [row] = await provider.database.sql<{ auth_request_id: string }>`
    select auth_request_id from provider.authorization_requests where status = 'pushed' limit 1`
  const id = row?.auth_request_id ?? ''
  const answers = [await provider.readAs('somebody', id), await provider.complete(id), await provider.deny(id)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 409, 409])
})

test('the database and the log hold no request_uri', async () => {
  const requestUri = await pushed()
  expect(await findTraces(provider, requestUri, requestUri.split(':').at(-1) ?? '')).toEqual([])
})

test('RFC 9126 §6: a client that must push is refused a direct request, by redirect', async () => {
  const client = await provider.register({ requirePushedRequests: true })
  const { client_id } = client
  const told = { error: 'invalid_request', state: 'the state', iss: ISSUER }
  expect(Object.fromEntries(redirectedTo(await provider.authorize({ client_id })))).toMatchObject(told)
  expect((await provider.open(await pushed(client), { client_id })).statusCode).toBe(302)
})

test('RFC 9126 §5: where every client must push, a direct request is refused and the metadata says so', async () => {
  const strict = await provider.startInstance({ requirePushedRequests: true })
  const direct = await strict.inject(`/oauth/authorize?${provider.authorizeQuery().toString()}`)
  expect(errorOf(direct)).toBe('invalid_request')
  const metadata = (await strict.inject('/.well-known/oauth-authorization-server')).json()
  expect(metadata).toMatchObject({ require_pushed_authorization_requests: true })
  expect((await provider.open(await pushed(), {}, strict)).statusCode).toBe(302)
  await strict.close()
})
