import { DEVICE_CODE_GRANT } from '@countersign/contracts'
import { startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { expectServiceRefusal } from './answers.ts'
import { ADMIN_TOKEN, REDIRECT_URI, startProvider } from './started-provider.ts'

const MINUTE_MS = 60_000

describe('rate limits', () => {
  const rateLimits = { failures: 3, authorize: 4, registration: 2 }
  const settings = { adminToken: ADMIN_TOKEN, dynamicRegistration: 'open', rateLimits } as const
  let time = Date.now()
  const provider = startBeforeAll(() => startProvider('embedded', () => new Date(time), settings))

  const from = (address: string) => ({ 'x-forwarded-for': address })
  const ask = (address: string, changes = {}) =>
    provider.token({ grant_type: 'refresh_token', refresh_token: 'x', ...provider.client, ...changes }, from(address))
  const fail = (address: string, changes = {}) => ask(address, { client_secret: 'guess', ...changes })

  test('RFC 6585 §4: an address that asks authorize too often waits; others do not', async () => {
    for (let count = 0; count < 4; count += 1) {
      expect((await provider.authorize({}, from('192.0.2.1'))).statusCode).toBe(302)
    }
    const refused = await provider.authorize({}, from('192.0.2.1'))
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'ratelimit-policy': '"default";q=4;w=60' })
    expect(refused.json()).toEqual({ error: 'slow_down', error_description: expect.stringContaining('60 seconds') })
    expect((await provider.authorize({}, from('192.0.2.2'))).statusCode).toBe(302)
    const page = await provider.authorize({}, { ...from('192.0.2.1'), accept: 'text/html' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('Please wait a while')
    expect(page.body).not.toContain('made a mistake in its request')
    time += MINUTE_MS
    expect((await provider.authorize({}, from('192.0.2.1'))).statusCode).toBe(302)
  })

  test('who has used up the requests of a network still brings their answers to the apps that want forms', async () => {
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
      return answer.statusCode
    }
    for (let count = 0; count < 10; count += 1) expect(await refresh()).toBe(200)
    for (let count = 0; count < 3; count += 1) expect((await fail('192.0.2.10')).statusCode).toBe(401)
    const refused = await fail('192.0.2.10')
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.json()).toMatchObject({ error: 'slow_down' })
    expect(await refresh()).toBe(429)
    time += MINUTE_MS
    expect(await refresh()).toBe(200)
  })

  test('a page of another origin may read of a refusal how long it is to wait', async () => {
    for (let count = 0; count < 3; count += 1) await fail('192.0.2.15')
    const { statusCode, headers } = await fail('192.0.2.15')
    expect(statusCode).toBe(429)
    const exposed = String(headers['access-control-expose-headers']).split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['retry-after', 'ratelimit', 'ratelimit-policy']))
    expect(headers).toMatchObject(Object.fromEntries(exposed.slice(3).map((name) => [name, expect.any(String)])))
  })

  test("a stranger's failures at another address, or another client's at this one, do not shut an app out", async () => {
    const other = await provider.register({})
    for (let count = 0; count < 4; count += 1) await fail('192.0.2.20')
    expect((await ask('192.0.2.20')).statusCode).toBe(429)
    expect((await ask('192.0.2.21')).statusCode).toBe(400)
    expect((await ask('192.0.2.20', { ...other })).statusCode).toBe(400)
  })

  test('the codes that a stranger brings to the callback of an app do not shut out the app, which proves itself', async () => {
    const grant = { grant_type: 'authorization_code', code: 'made up' }
    const badCode = { ...grant, redirect_uri: REDIRECT_URI, code_verifier: 'x' }
    for (let count = 0; count < 40; count += 1) {
      expect((await ask('192.0.2.22', badCode)).json()).toMatchObject({ error: 'invalid_grant' })
    }
    const { client_id } = await provider.register({ authenticationMethod: 'none' })
    const asPublic = { ...badCode, client_id, client_secret: undefined }
    for (let count = 0; count < 3; count += 1) expect((await ask('192.0.2.22', asPublic)).statusCode).toBe(400)
    expect((await ask('192.0.2.22', asPublic)).statusCode).toBe(429)
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
    const statuses = []
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await fail('192.0.2.30', { client_id: `invented-${count}` })).statusCode)
    }
    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(statuses[30]).toBe(429)
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
  ])(
    'CVE-2026-45364: after too many from one address, %s gets what it should',
    async (_case, first, second, status) => {
      for (let count = 0; count < 4; count += 1) await provider.authorize({}, from(first))
      expect((await provider.authorize({}, from(second))).statusCode).toBe(status)
    },
  )

  test('CVE-2026-33495: X-Forwarded-For from anyone but a trusted proxy is ignored', async () => {
    const authorize = (forwarded: string) =>
      provider.app.inject({
        url: `/oauth/authorize?${provider.authorizeQuery().toString()}`,
        headers: from(forwarded),
        remoteAddress: '198.51.100.7',
      })
    for (let count = 0; count < 4; count += 1) expect((await authorize(`192.0.2.${100 + count}`)).statusCode).toBe(302)
    expect((await authorize('192.0.2.200')).statusCode).toBe(429)
  })

  test('an address registers so many apps an hour; what its schema refuses is not counted', async () => {
    const register = (payload: object) =>
      provider.app.inject({ method: 'POST', url: '/oauth/register', headers: from('192.0.2.50'), payload })
    for (let count = 0; count < 3; count += 1) expect((await register({ redirect_uris: 'text' })).statusCode).toBe(400)
    expect((await register({ redirect_uris: [REDIRECT_URI] })).statusCode).toBe(201)
    expect((await register({ redirect_uris: ['javascript:alert(1)'] })).statusCode).toBe(400)
    time += MINUTE_MS
    const refused = await register({ redirect_uris: [REDIRECT_URI] })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('3540')
  })

  test('replacing a registration counts as registering does', async () => {
    const payload = { redirect_uris: [REDIRECT_URI], scope: 'email' }
    const headers = from('192.0.2.51')
    const registered = await provider.app.inject({ method: 'POST', url: '/oauth/register', headers, payload })
    const { client_id, registration_access_token: token } = registered.json()
    const replace = async () => {
      const authorized = { ...headers, authorization: `Bearer ${token}` }
      const url = `/oauth/register/${client_id}`
      const request = { method: 'PUT', url, headers: authorized, payload: { ...payload, client_id } } as const
      return (await provider.app.inject(request)).statusCode
    }
    expect([await replace(), await replace()]).toEqual([200, 429])
  })

  test('guesses at the token of a registration are counted', async () => {
    const url = `/oauth/register/${provider.client.client_id}`
    const guess = (token: string) => {
      const headers = { ...from('192.0.2.77'), authorization: `Bearer cs_ra_${token.repeat(43)}` }
      return provider.app.inject({ url, headers })
    }
    const answers = [await guess('a'), await guess('b'), await guess('c'), await guess('d')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429])
  })

  test('who replaces a registration without its token uses up nothing of the network', async () => {
    const payload = { redirect_uris: [REDIRECT_URI], scope: 'email' }
    const headers = { ...from('192.0.2.52'), authorization: 'Bearer cs_ra_x' }
    const url = `/oauth/register/${provider.client.client_id}`
    const replace = async () => (await provider.app.inject({ method: 'PUT', url, headers, payload })).statusCode
    expect([await replace(), await replace()]).toEqual([401, 401])
    const register = { method: 'POST', url: '/oauth/register', headers: from('192.0.2.52'), payload } as const
    expect((await provider.app.inject(register)).statusCode).toBe(201)
  })

  test('a public client pushes so many requests a minute from one address, a confidential one as many as it likes', async () => {
    const { client_id } = await provider.register({ authenticationMethod: 'none' })
    const push = async (changes: Record<string, string | undefined>, address: string) =>
      (await provider.push(changes, from(address))).statusCode
    const asPublic = { client_id, client_secret: undefined }
    const statuses = []
    for (let count = 0; count < 5; count += 1) statuses.push(await push(asPublic, '192.0.2.80'))
    expect(statuses).toEqual([201, 201, 201, 201, 429])
    expect(await push(asPublic, '192.0.2.81')).toBe(201)
    for (let count = 0; count < 6; count += 1) expect(await push({}, '192.0.2.80')).toBe(201)
  })

  test('devices of a public client begin so many requests a minute from one address, those of a confidential one as many as they like', async () => {
    const grantTypes = [DEVICE_CODE_GRANT, 'refresh_token'] as const
    const confidential = await provider.register({ grantTypes, redirectUris: [] })
    const { client_id } = await provider.register({ authenticationMethod: 'none', grantTypes, redirectUris: [] })
    const begin = async (client: object, address: string) =>
      (await provider.post('/oauth/device_authorization', { ...client, scope: 'openid' }, from(address))).statusCode
    const statuses = []
    for (let count = 0; count < 5; count += 1) statuses.push(await begin({ client_id }, '192.0.2.84'))
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect(await begin({ client_id }, '192.0.2.85')).toBe(200)
    for (let count = 0; count < 6; count += 1) expect(await begin(confidential, '192.0.2.84')).toBe(200)
  })

  test('an app that registered itself pushes no more than a public one: anybody can have such a secret', async () => {
    const payload = { redirect_uris: [REDIRECT_URI], scope: 'openid email' }
    const request = { method: 'POST', url: '/oauth/register', headers: from('192.0.2.82'), payload } as const
    const registered = await provider.app.inject(request)
    const { client_id, client_secret } = registered.json()
    const statuses = []
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await provider.push({ client_id, client_secret }, from('192.0.2.82'))).statusCode)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 429])
  })

  test.each(['token', 'revoke', 'introspect', 'par'])(
    'who has to wait is refused at /oauth/%s before a byte of the body is read',
    async (endpoint) => {
      const address = `192.0.2.${90 + endpoint.length}`
      for (let count = 0; count < 30; count += 1) await fail(address, { client_id: `invented-${count}` })
      const headers = { ...from(address), 'content-type': 'application/json' }
      expect((await provider.send(`/oauth/${endpoint}`, '{"not JSON', headers)).statusCode).toBe(429)
    },
  )

  test('an address reads ten logos for each request that it may start', async () => {
    const url = `/oauth/clients/${provider.client.client_id}/logo`
    const read = async () => (await provider.app.inject({ url, headers: from('192.0.2.120') })).statusCode
    for (let count = 0; count < 40; count += 1) expect(await read()).toBe(200)
    expect(await read()).toBe(429)
  })

  test('a flood from many /64s of one /48 is stopped', async () => {
    const authorize = async (index: number) =>
      (await provider.authorize({}, from(`2001:db8:9:${(index * 256).toString(16)}::1`))).statusCode
    const statuses = []
    for (let count = 0; count < 65; count += 1) statuses.push(await authorize(count))
    expect(statuses.slice(0, 64).every((status) => status === 302)).toBe(true)
    expect(statuses[64]).toBe(429)
    expect((await provider.authorize({}, from('2001:db8:a::1'))).statusCode).toBe(302)
    for (let count = 65; count < 70; count += 1) await authorize(count)
    await provider.app.auditTrail.flush()
    const told = await provider.database.sql`
      select network from provider.audit_events where network like '2001:db8:9:%' and event = 'rate_limited'`
    expect(told).toEqual([{ network: '2001:db8:9::/48' }])
  })

  test('who guesses administration tokens waits, with the right one too', async () => {
    const headersOf = (token: string) => ({ ...from('192.0.2.60'), authorization: `Bearer ${token}` })
    const list = (token: string) => provider.app.inject({ url: '/api/admin/clients/', headers: headersOf(token) })
    for (let count = 0; count < 3; count += 1) expect((await list('guess')).statusCode).toBe(401)
    expectServiceRefusal(await list(ADMIN_TOKEN), 429, 'too_many_requests')
    time += MINUTE_MS
    expect((await list(ADMIN_TOKEN)).statusCode).toBe(200)
  })

  test.each(['revoke', 'introspect', 'par'])('RFC 6585 §4: failures at /oauth/%s count too', async (endpoint) => {
    const fields = { client_id: provider.client.client_id, client_secret: 'guess', token: 'x' }
    const guess = () => provider.post(`/oauth/${endpoint}`, fields, from(`2001:db8:${endpoint.length}::1`))
    for (let count = 0; count < 3; count += 1) expect((await guess()).statusCode).toBe(401)
    expect((await guess()).statusCode).toBe(429)
  })

  test('a flood is told once a minute, not once a request', async () => {
    for (let count = 0; count < 20; count += 1) await provider.authorize({}, from('192.0.2.70'))
    const told = provider.log.filter((line) => line.includes('"rate_limited"') && line.includes('authorize'))
    await provider.app.auditTrail.flush()
    const rows = await provider.database.sql`select event from provider.audit_events where network = '192.0.2.70'`
    expect(rows).toEqual([{ event: 'rate_limited' }])
    expect(told.length).toBeLessThan(12)
  })
})
