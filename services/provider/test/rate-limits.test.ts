import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { expectServiceRefusal } from './answers.ts'
import { ADMIN_TOKEN, REDIRECT_URI, startProvider } from './started-provider.ts'

const MINUTE_MS = 60_000

const settings = { dynamicRegistration: 'open', rateLimits: { failures: 3, authorize: 4, registration: 2 } } as const
let time = Date.now()
const provider = startBeforeAll(() => startProvider('embedded', () => new Date(time), settings))

const from = (address: string) => ({ 'x-forwarded-for': address })
const ask = (address: string, changes = {}) =>
  provider.token({ grant_type: 'refresh_token', refresh_token: 'x', ...provider.client, ...changes }, from(address))
const fail = (address: string, changes = {}) => ask(address, { client_secret: 'guess', ...changes })

const payload = { redirect_uris: [REDIRECT_URI], scope: 'openid email' }
const register = (address: string, body: object = payload) =>
  provider.app.inject({ method: 'POST', url: '/oauth/register', headers: from(address), payload: body })

/** The status codes of so many requests, one after another. */
async function statusesOf(count: number, request: (index: number) => Promise<{ readonly statusCode: number }>) {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await request(index)).statusCode)
  return statuses
}

async function auditedOf(network: string) {
  await provider.app.auditTrail.flush()
  return provider.database.sql`select event, outcome from provider.audit_events where network = ${network}`
}

const times = (count: number, status: number) => Array<number>(count).fill(status)

test('RFC 6585 §4: an address that asks authorize too often waits; others do not', async () => {
  expect(await statusesOf(4, () => provider.authorize({}, from('192.0.2.1')))).toEqual(times(4, 302))
  const refused = await provider.authorize({}, from('192.0.2.1'))
  expect(refused.statusCode).toBe(429)
  expect(refused.headers).toMatchObject({ 'retry-after': '60', 'ratelimit-policy': '"default";q=4;w=60' })
  expect(refused.json()).toEqual({ error: 'slow_down', error_description: expect.stringContaining('60 seconds') })
  expect((await provider.authorize({}, from('192.0.2.2'))).statusCode).toBe(302)
  const page = await provider.authorize({}, { ...from('192.0.2.1'), accept: 'text/html' })
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('Please wait a moment')
  expect(page.body).not.toContain('made a mistake in its request')
  time += MINUTE_MS
  expect((await provider.authorize({}, from('192.0.2.1'))).statusCode).toBe(302)
})

test('a network without requests left still brings answers to apps that want forms', async () => {
  for (let count = 0; count < 5; count += 1) await provider.authorize({}, from('192.0.2.3'))
  const answer = { client_id: provider.client.client_id, redirect_uri: REDIRECT_URI, error: 'access_denied' }
  const url = `/oauth/form-post?${new URLSearchParams(answer).toString()}`
  expect((await provider.app.inject({ url, headers: from('192.0.2.3') })).statusCode).toBe(200)
})

test('the token endpoint counts failures of a client at an address, never successes', async () => {
  const tokens = await provider.obtainTokens()
  let refreshToken = tokens.refresh_token
  const refresh = async () => {
    const answer = await ask('192.0.2.10', { refresh_token: refreshToken })
    refreshToken = answer.json().refresh_token ?? refreshToken
    return answer
  }
  expect(await statusesOf(10, refresh)).toEqual(times(10, 200))
  expect(await statusesOf(3, () => fail('192.0.2.10'))).toEqual(times(3, 401))
  const refused = await fail('192.0.2.10')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(refused.json()).toMatchObject({ error: 'slow_down' })
  expect((await refresh()).statusCode).toBe(429)
  time += MINUTE_MS
  expect((await refresh()).statusCode).toBe(200)
})

test('a page of another origin may read of a refusal how long it is to wait', async () => {
  await statusesOf(3, () => fail('192.0.2.15'))
  const { statusCode, headers } = await fail('192.0.2.15')
  expect(statusCode).toBe(429)
  const exposed = String(headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'ratelimit', 'ratelimit-policy']))
  expect(headers).toMatchObject(Object.fromEntries(exposed.slice(3).map((name) => [name, expect.any(String)])))
})

test("a stranger's failures at another address, or another client's at this one, do not shut an app out", async () => {
  const other = await provider.register({})
  await statusesOf(4, () => fail('192.0.2.20'))
  expect((await ask('192.0.2.20')).statusCode).toBe(429)
  expect((await ask('192.0.2.21')).statusCode).toBe(400)
  expect((await ask('192.0.2.20', { ...other })).statusCode).toBe(400)
})

test("bad codes that a stranger brings to an app's callback do not shut out the app", async () => {
  const grant = { grant_type: 'authorization_code', code: 'made up' }
  const badCode = { ...grant, redirect_uri: REDIRECT_URI, code_verifier: 'x' }
  expect((await ask('192.0.2.22', badCode)).json()).toMatchObject({ error: 'invalid_grant' })
  expect(await statusesOf(39, () => ask('192.0.2.22', badCode))).toEqual(times(39, 400))
  const { client_id } = await provider.register({ authenticationMethod: 'none' })
  const asPublic = { ...badCode, client_id, client_secret: undefined }
  expect(await statusesOf(4, () => ask('192.0.2.22', asPublic))).toEqual([400, 400, 400, 429])
})

test('the client counts by whichever way it says its name', async () => {
  const guess = (spelling: string) =>
    provider.token(
      { grant_type: 'refresh_token', refresh_token: 'x' },
      { ...from('192.0.2.25'), authorization: `Basic ${Buffer.from(`${spelling}:guess`).toString('base64')}` },
    )
  const { client_id } = provider.client
  const encoded = `%${client_id.charCodeAt(0).toString(16)}${client_id.slice(1)}`
  for (const spelling of [client_id, encoded, client_id]) expect((await guess(spelling)).statusCode).toBe(401)
  expect((await guess(encoded)).statusCode).toBe(429)
  expect((await fail('192.0.2.25')).statusCode).toBe(429)
})

test('an address that invents a new client each time is stopped too', async () => {
  const statuses = await statusesOf(31, (count) => fail('192.0.2.30', { client_id: `invented-${count}` }))
  expect(statuses).toEqual([...times(30, 401), 429])
})

test.each([
  ['another address of the same /64', '2001:db8:5::1', '2001:db8:5::ffff:ffff', 429],
  ['another spelling', '2001:db8:6:0:0:0:0:1', '2001:DB8:6::0001', 429],
  ['an IPv4-mapped spelling', '192.0.2.40', '::ffff:192.0.2.40', 429],
  ['an IPv4-mapped spelling in hexadecimal', '192.0.2.41', '::ffff:c000:229', 429],
  ['another port', '192.0.2.42:1111', '192.0.2.42:2222', 429],
  ['an IPv6 address with another port', '[2001:db8:8::1]:1111', '[2001:db8:8::1]:2222', 429],
  ['another address that came with a port', '192.0.2.43:1111', '192.0.2.44:1111', 302],
  ['another /64', '2001:db8:7::1', '2001:db8:7:1::1', 302],
])('CVE-2026-45364: after too many from one address, %s gets what it should', async (_case, first, second, status) => {
  await statusesOf(4, () => provider.authorize({}, from(first)))
  expect((await provider.authorize({}, from(second))).statusCode).toBe(status)
})

test('CVE-2026-33495: X-Forwarded-For from anyone but a trusted proxy is ignored', async () => {
  const authorize = (forwarded: string) => {
    const url = `/oauth/authorize?${provider.authorizeQuery().toString()}`
    return provider.app.inject({ url, headers: from(forwarded), remoteAddress: '198.51.100.7' })
  }
  expect(await statusesOf(4, (count) => authorize(`192.0.2.${100 + count}`))).toEqual(times(4, 302))
  expect((await authorize('192.0.2.200')).statusCode).toBe(429)
})

test('an address registers so many apps an hour; a request that the schema refuses is not counted', async () => {
  const address = '192.0.2.50'
  expect(await statusesOf(3, () => register(address, { redirect_uris: 'text' }))).toEqual(times(3, 400))
  expect((await register(address, { redirect_uris: [REDIRECT_URI] })).statusCode).toBe(201)
  expect((await register(address, { redirect_uris: ['javascript:alert(1)'] })).statusCode).toBe(400)
  time += MINUTE_MS
  const refused = await register(address, { redirect_uris: [REDIRECT_URI] })
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3540')
})

test('replacing a registration counts as registering does, and an attempt without its token does not', async () => {
  const { client_id, registration_access_token: token } = (await register('192.0.2.51')).json()
  const headers = { ...from('192.0.2.51'), authorization: `Bearer ${token}` }
  const url = `/oauth/register/${client_id}`
  const request = { method: 'PUT', url, headers, payload: { ...payload, client_id } } as const
  const unproven = { ...request, headers: { ...from('192.0.2.52'), authorization: 'Bearer cs_ra_x' } }
  expect(await statusesOf(2, () => provider.app.inject(request))).toEqual([200, 429])
  expect(await statusesOf(2, () => provider.app.inject(unproven))).toEqual([401, 401])
  expect((await register('192.0.2.52')).statusCode).toBe(201)
})

test('guesses at the token of a registration are counted', async () => {
  const url = `/oauth/register/${provider.client.client_id}`
  const guess = (count: number) => {
    const headers = { ...from('192.0.2.77'), authorization: `Bearer cs_ra_${String(count).repeat(43)}` }
    return provider.app.inject({ url, headers })
  }
  expect(await statusesOf(4, guess)).toEqual([401, 401, 401, 429])
})

test("a public client's pushed requests are limited by address, a confidential one's are not", async () => {
  const { client_id } = await provider.register({ authenticationMethod: 'none' })
  const asPublic = { client_id, client_secret: undefined }
  const push = () => provider.push(asPublic, from('192.0.2.80'))
  expect(await statusesOf(5, push)).toEqual([201, 201, 201, 201, 429])
  expect((await provider.push(asPublic, from('192.0.2.81'))).statusCode).toBe(201)
  expect(await statusesOf(6, () => provider.push({}, from('192.0.2.80')))).toEqual(times(6, 201))
  expect(await auditedOf('192.0.2.80')).toEqual([{ event: 'rate_limited', outcome: 'push' }])
})

test("a public client's device requests are limited by address, a confidential one's are not", async () => {
  const grantTypes = [DEVICE_CODE_GRANT, 'refresh_token'] as const
  const confidential = await provider.register({ grantTypes, redirectUris: [] })
  const { client_id } = await provider.register({ authenticationMethod: 'none', grantTypes, redirectUris: [] })
  const begin = (client: object, address: string) =>
    provider.post('/oauth/device_authorization', { ...client, scope: 'openid' }, from(address))
  expect(await statusesOf(5, () => begin({ client_id }, '192.0.2.84'))).toEqual([200, 200, 200, 200, 429])
  expect((await begin({ client_id }, '192.0.2.85')).statusCode).toBe(200)
  expect(await statusesOf(6, () => begin(confidential, '192.0.2.84'))).toEqual(times(6, 200))
  expect(await auditedOf('192.0.2.84')).toEqual([{ event: 'rate_limited', outcome: 'device_authorization' }])
})

test('an app that registered itself pushes no more than a public one: anyone can have such a secret', async () => {
  const { client_id, client_secret } = (await register('192.0.2.82')).json()
  const push = () => provider.push({ client_id, client_secret }, from('192.0.2.82'))
  expect(await statusesOf(5, push)).toEqual([201, 201, 201, 201, 429])
})

test.each(['token', 'revoke', 'introspect', 'par'])(
  'a waiting address is refused at /oauth/%s before a byte of the body is read',
  async (endpoint) => {
    const address = `192.0.2.${90 + endpoint.length}`
    for (let count = 0; count < 30; count += 1) await fail(address, { client_id: `invented-${count}` })
    const headers = { ...from(address), 'content-type': 'application/json' }
    expect((await provider.send(`/oauth/${endpoint}`, '{"not JSON', headers)).statusCode).toBe(429)
  },
)

test('an address reads ten logos for each request that it may start', async () => {
  const url = `/oauth/clients/${provider.client.client_id}/logo`
  const read = () => provider.app.inject({ url, headers: from('192.0.2.120') })
  expect(await statusesOf(41, read)).toEqual([...times(40, 200), 429])
})

test('a flood from many /64s of one /48 is stopped', async () => {
  const authorize = (index: number) => provider.authorize({}, from(`2001:db8:9:${(index * 256).toString(16)}::1`))
  expect(await statusesOf(70, authorize)).toEqual([...times(64, 302), ...times(6, 429)])
  expect((await provider.authorize({}, from('2001:db8:a::1'))).statusCode).toBe(302)
  await provider.app.auditTrail.flush()
  const told = await provider.database.sql`
    select network from provider.audit_events where network like '2001:db8:9:%' and event = 'rate_limited'`
  expect(told).toEqual([{ network: '2001:db8:9::/48' }])
})

test('an address that guesses administration tokens waits, with the right one too', async () => {
  const headersOf = (token: string) => ({ ...from('192.0.2.60'), authorization: `Bearer ${token}` })
  const list = (token: string) => provider.app.inject({ url: '/api/admin/clients/', headers: headersOf(token) })
  expect(await statusesOf(3, () => list('guess'))).toEqual(times(3, 401))
  expectServiceRefusal(await list(ADMIN_TOKEN), 429, 'too_many_requests')
  time += MINUTE_MS
  expect((await list(ADMIN_TOKEN)).statusCode).toBe(200)
})

test.each(['revoke', 'introspect', 'par'])('RFC 6585 §4: failures at /oauth/%s count too', async (endpoint) => {
  const fields = { client_id: provider.client.client_id, client_secret: 'guess', token: 'x' }
  const guess = () => provider.post(`/oauth/${endpoint}`, fields, from(`2001:db8:${endpoint.length}::1`))
  expect(await statusesOf(4, guess)).toEqual([401, 401, 401, 429])
})

test('a flood is told once a minute, not once a request', async () => {
  for (let count = 0; count < 20; count += 1) await provider.authorize({}, from('192.0.2.70'))
  const told = provider.log.filter((line) => line.includes('"rate_limited"') && line.includes('authorize'))
  expect(await auditedOf('192.0.2.70')).toEqual([{ event: 'rate_limited', outcome: 'authorize' }])
  expect(told.length).toBeLessThan(12)
})
