/** Default lifetimes and limits. The numbers are those of the documents. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { newStartLoginRequest, type Person, readAlong, signUp, startBeforeAll } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { approvalOf } from '../support/approval.ts'
import { relyingApp } from '../support/start-flow.ts'
import { coreOf, startSystem } from '../support/system.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ADMIN_TOKEN = 'administration-token-of-the-tests-0123'

/** Other tests set these. Empty means unset. */
const UNSET = {
  INTERNAL_SERVICE_TIMEOUT: '',
  RATE_LIMIT_AUTHORIZE: '',
  RATE_LIMIT_SIGN_INS: '',
  RATE_LIMIT_SIGN_UPS: '',
  RATE_LIMIT_VERIFICATIONS: '',
}

const system = startBeforeAll(() => {
  const settings = { ...UNSET, ADMIN_TOKEN, TRUSTED_PROXIES: '127.0.0.0/8, ::1', DYNAMIC_REGISTRATION: 'open' }
  return startSystem('postgresql', 'without_page', { settings })
})

type Someone = Person & { readonly sessionToken: string }

const people: Someone[] = []

/** All from one network. */
async function signUpAs(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const core = readAlong(coreOf(system))
    people.push({ ...(await signUp(core)), sessionToken: core.sessionToken() })
  }
}

function someone(index: number): Someone {
  const person = people[index]
  if (!person) throw new Error(`Only ${people.length} people signed up.`)
  return person
}

let used = 0
const newNetwork = (): string => `198.51.100.${(used += 1)}`

type Extras = { readonly network?: string; readonly token?: string }

async function post(path: string, body: object | URLSearchParams, { network = newNetwork(), token }: Extras = {}) {
  const isForm = body instanceof URLSearchParams
  const headers = {
    'x-forwarded-for': network,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(!isForm && { 'content-type': 'application/json' }),
  }
  return fetch(`${system.providerUrl}${path}`, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
}

const postToken = (fields: Readonly<Record<string, string>>, extras?: Extras) => {
  const { clientId: client_id, clientSecret: client_secret = '' } = system.client
  return post('/oauth/token/', new URLSearchParams({ client_id, client_secret, ...fields }), extras)
}

beforeAll(() => signUpAs(20))

type Attempt = (network: string, index: number) => Promise<Response>

const authorize: Attempt = async (network) => {
  const { url } = await relyingApp(system).beginSignIn()
  return fetch(url, { redirect: 'manual', headers: { 'x-forwarded-for': network } })
}
const refresh: Attempt = (network) =>
  postToken({ grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'x' }, { network })
const administer: Attempt = (network) => post('/api/admin/clients/', {}, { network, token: 'x' })
const register: Attempt = (network) => post('/oauth/register', { redirect_uris: [APP_REDIRECT_URI] }, { network })
const recover: Attempt = (network) =>
  post('/api/session/recovery/', { rec_id: 'A'.repeat(22), rec_auth: 'A'.repeat(43) }, { network })
const typeCode: Attempt = (network) => post('/api/requests/by-user-code/', { user_code: 'BBBB-BBBB' }, { network })
const startPasskey: Attempt = (network) => post('/api/session/passkey/start/', {}, { network })
const startPassword: Attempt = async () =>
  post('/api/session/password/start/', { login: 'ada', start_login_request: await newStartLoginRequest() })
const verifyForOnePerson: Attempt = (_network, index) => startVerification(someone(1), index, newNetwork())
const verifyFromOneNetwork: Attempt = (network, index) =>
  startVerification(someone(2 + Math.floor(index / 5)), index, network)

const limits: readonly (readonly [string, number, number, Attempt])[] = [
  ['authorization requests of a network', 60, MINUTE, authorize],
  ['failures of an app at a network', 20, MINUTE, refresh],
  ['wrong administration tokens of a network', 20, MINUTE, administer],
  ['registrations of a network', 5, HOUR, register],
  ['recovery keys that a network tries', 30, 15 * MINUTE, recover],
  ['codes of devices that a network types', 30, 15 * MINUTE, typeCode],
  ['sign-ins by passkey that a network starts', 300, 15 * MINUTE, startPasskey],
  ['passwords that are tried for a name, from anywhere', 5, MINUTE, startPassword],
  ['codes for mailboxes that a person asks for, from anywhere', 5, HOUR, verifyForOnePerson],
  ['codes for mailboxes that a network asks for', 30, HOUR, verifyFromOneNetwork],
  ['data updates of a person, from anywhere', 480, MINUTE, sendDataUpdate],
]

function sendDataUpdate() {
  const { sessionToken: token } = someone(18)
  const update = {
    grant_id: crypto.randomUUID(),
    audience: 'app',
    version: 1,
    claim_names: [],
    claims_jwe: 'a.b.c.d.e',
  }
  return post('/api/internal/grant-updates/', update, { token })
}

function startVerification({ sessionToken: token, profile }: Someone, index: number, network: string) {
  const value = `${profile.userId}-${index}@example.org`
  return post('/api/claim-verifications/start/', { claim: 'email', value, language: 'en' }, { network, token })
}

const TOO_MANY = { failure: { code: 'too_many_requests' } }

describe('default limits', () => {
  test('60 changes of a vault a minute, the sign-up included', async () => {
    const { device } = someone(19)
    const save = (index: number) => device.saveItems({ put: [{ name: 'note', value: `${index}` }], remove: [] })
    for (let index = 0; index < 59; index += 1) await save(index)
    await expect(save(60)).rejects.toMatchObject(TOO_MANY)
  })

  test.each(limits)(
    '%s: %i are let through, then none for at most %i seconds',
    async (_what, allowed, seconds, attempt) => {
      const network = newNetwork()
      for (let index = 0; index < allowed; index += 1) expect((await attempt(network, index)).status).not.toBe(429)
      const refused = await attempt(network, allowed)
      expect(refused.status).toBe(429)
      const wait = Number(refused.headers.get('retry-after'))
      expect(Math.ceil(wait / MINUTE) * MINUTE).toBe(seconds)
    },
  )

  test('20 sign-ups of a network', async () => {
    await expect(signUpAs(1)).rejects.toMatchObject(TOO_MANY)
  })
})

describe('the lifetime', () => {
  let tokens: Record<string, unknown>

  beforeAll(async () => {
    const { device } = someone(0)
    const { url, flow } = await relyingApp(system).beginSignIn()
    const answer = await device.approve(await approvalOf({ system }, device, url))
    const grant = { grant_type: 'authorization_code', redirect_uri: APP_REDIRECT_URI, code_verifier: flow.codeVerifier }
    tokens = await (await postToken({ ...grant, code: 'code' in answer ? answer.code : '' })).json()
  })

  test.each([
    ['an authorization request', 10 * MINUTE, 'expires_at - created_at', 'provider.authorization_requests'],
    ['a code', 10 * MINUTE, 'code_expires_at - decided_at', 'provider.authorization_requests'],
    ['an access token', HOUR, 'access_token_expires_at - issued_at', 'provider.grants'],
    ['a refresh token', 30 * DAY, 'refresh_token_expires_at - issued_at', 'provider.grants'],
    ['an idle session', 15 * MINUTE, 'idle_expires_at - last_seen_at', 'core.sessions'],
    ['a session in use', 8 * HOUR, 'absolute_expires_at - created_at', 'core.sessions'],
  ])('of %s is %i seconds', async (_what, seconds, interval, table) => {
    const text = `select distinct extract(epoch from ${interval})::int as seconds from ${table} where ${interval} is not null`
    const rows = await system.databases[0]?.pool.query(text)
    expect(rows?.rows).toEqual([{ seconds }])
  })

  test('of an access token is told to the app', () => {
    expect(tokens['expires_in']).toBe(HOUR)
  })

  test.each(['data_token', 'id_token'])('of a %s is five minutes', (name) => {
    const { iat = 0, exp = 0 } = decodeJwt(String(tokens[name]))
    expect(exp - iat).toBe(5 * MINUTE)
  })

  test('of a pushed request is a minute', async () => {
    const { url } = await relyingApp(system).beginSignIn()
    const form = new URLSearchParams([
      ...new URL(url).searchParams,
      ['client_secret', system.client.clientSecret ?? ''],
    ])
    expect(await (await post('/oauth/par', form)).json()).toMatchObject({ expires_in: MINUTE })
  })
})

describe('a connection', () => {
  test('is closed after 20 s of silence, after 30 s for one request, and after 72 s without one', () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = system.servers[0]?.app.server ?? {}
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 20_000,
      requestTimeout: 30_000,
      timeout: 20_000,
      keepAliveTimeout: 72_000,
    })
  })

  test.each([
    ['16 requests wait behind one: all are answered', 17, 17],
    ['17 wait: it is closed', 18, 0],
  ])('%s', async (_what, sent, answered) => {
    const socket = connect(Number(new URL(system.providerUrl).port), 'localhost')
    const chunks: string[] = []
    socket.on('data', (chunk) => chunks.push(chunk.toString()))
    socket.on('error', () => undefined)
    const last = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    socket.write(last.replace('Connection: close\r\n', '').repeat(sent - 1) + last)
    await once(socket, 'close')
    expect(chunks.join('').split('HTTP/1.1 200 ')).toHaveLength(answered + 1)
  })
})

describe('a request', () => {
  const ask = (size: number) =>
    fetch(`${system.providerUrl}/health/live`, { headers: { 'x-padding': 'x'.repeat(size) } })

  test('has a body of at most 64 KiB', async () => {
    const send = async (size: number) => {
      const empty = JSON.stringify({ x: '' }).length
      return (await post('/api/session/recovery/', { x: 'x'.repeat(size - empty) })).status
    }
    expect([await send(65_536), await send(65_537)]).toEqual([400, 413])
  })

  test('has header fields of at most 16 KiB', async () => {
    expect([(await ask(15_000)).status, (await ask(16_384)).status]).toEqual([200, 431])
  })

  test('has at most 64 parameters', async () => {
    const send = async (count: number) => {
      const names = Array.from({ length: count }, (_, index) => [`p${index}`, 'x'])
      return (await post('/oauth/token/', new URLSearchParams(names))).json()
    }
    expect(await send(64)).not.toEqual(await send(65))
  })
})

test('default limits: 4.5 s for work on PostgreSQL, 12 connections, 1,000 waiting', async () => {
  const [database] = system.databases
  const show = async (name: string) => (await database?.pool.query(`show ${name}`))?.rows[0][name]
  expect(database?.lending).toMatchObject({ deadlineMs: 4_500, maxWaiting: 1_000 })
  expect(database?.pool.options).toMatchObject({ max: 12, connectionTimeoutMillis: 4_500 })
  expect(await show('statement_timeout')).toBe('4050ms')
  expect(await show('idle_in_transaction_session_timeout')).toBe('10s')
})
