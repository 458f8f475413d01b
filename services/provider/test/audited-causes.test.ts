import { startBeforeAll } from '@countersign/testing'
import { beforeAll, expect, test } from 'vitest'
import { listEvents } from '../src/index.ts'
import { type AppSigningKey, createSigningKey, seconds } from './signing-key.ts'
import { startProvider, USER_ID } from './started-provider.ts'

type Fields = Readonly<Record<string, string | undefined>>

const NOTHING: Fields = { client_id: undefined, client_secret: undefined }

const provider = startBeforeAll(() => startProvider('postgresql', undefined, { dynamicRegistration: 'open' }))
let key: AppSigningKey
let keyHolder: string

beforeAll(async () => {
  key = await createSigningKey()
  keyHolder = (await provider.register({ authenticationMethod: 'private_key_jwt', jwks: { keys: [key.publicJwk] } }))
    .client_id
})

async function events(filter: { event?: string; userId?: string }) {
  await provider.app.auditTrail.flush()
  return (await listEvents(provider.database.sql, filter, { limit: 100 })).events
}

test('a registration that is refused says why, and so does one that is asked for without its token', async () => {
  const url = '/oauth/register'
  await provider.app.inject({ method: 'POST', url, payload: { redirect_uris: ['javascript:alert(1)'] } })
  await provider.app.inject({ url: `${url}/${provider.client.client_id}` })
  const outcomes = (await events({ event: 'client_registration_refused' })).map(({ outcome }) => outcome)
  expect(new Set(outcomes)).toEqual(new Set(['invalid_redirect_uri', 'invalid_token']))
})

test("a decision has the network of the person, as core says, and never core's own", async () => {
  const decide = async (path: string, body: object, sent: Record<string, string>) => {
    const auth_request_id = await provider.startRequest()
    await provider.internal('POST', path, { auth_request_id, user_id: USER_ID, ...body }, { sent })
    const all = await events({ userId: USER_ID })
    return all.find((event) => event.authRequestId === auth_request_id)
  }
  const person = { 'x-person-network': '203.0.113.0/24' }
  const denied = { event: 'authorization_request_denied', clientId: provider.client.client_id }
  expect(await decide('consent-deny/', {}, person)).toMatchObject({ ...denied, network: '203.0.113.0/24' })
  const refused = await decide('consent-complete/', { approved_scopes: ['email'], data_token: 'x' }, person)
  expect(refused).toMatchObject({ event: 'decision_refused', network: '203.0.113.0/24' })
  for (const headers of [{}, { 'x-person-network': 'a value that is no network' }]) {
    expect(await decide('consent-deny/', {}, headers)).toMatchObject({ ...denied, network: undefined })
  }
  await provider.authorize({ scope: 'unknown' }, person)
  const [atAuthorize] = await events({ event: 'authorization_request_refused' })
  expect(atAuthorize).toMatchObject({ outcome: 'invalid_scope', network: '127.0.0.1' })
})

test.each([
  ['not_yet_valid', 3_600_000],
  ['expired', -3_600_000],
])(
  'a data token of a core whose clock is an hour off is a warning that says %s, in the trail too',
  async (reason, off) => {
    const id = await provider.startRequest()
    const data_token = await provider.attest(id, {}, new Date(Date.now() + off))
    expect((await provider.complete(id, { data_token })).statusCode).toBe(400)
    const outcome = `invalid_token: ${reason}`
    const refused = await events({ event: 'decision_refused' })
    expect(refused.find(({ authRequestId }) => authRequestId === id)).toMatchObject({ outcome })
    const line = provider.log.find((each) => each.includes('decision_refused') && each.includes(id))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'warn', outcome })
  },
)

const asserted = async (claims = {}): Promise<Fields> => ({ ...NOTHING, ...(await key.attempt(keyHolder, claims)) })

const attempt = async (fields: Fields, headers: Record<string, string> = {}) =>
  provider.token({ grant_type: 'refresh_token', refresh_token: 'x', ...provider.client, ...fields }, headers)

async function usedAssertion(): Promise<Fields> {
  const used = await asserted()
  await attempt(used)
  return used
}

test.each<[string, () => Promise<Fields> | Fields, Record<string, string>]>([
  ['unknown_client', () => ({ client_id: 'nobody' }), {}],
  ['missing_client', () => NOTHING, {}],
  ['wrong_secret', () => ({ client_secret: 'x' }), {}],
  ['wrong_method', () => ({ client_secret: undefined }), {}],
  ['wrong_method', () => ({ client_id: keyHolder }), {}],
  ['malformed_proof', () => NOTHING, { authorization: 'Basic x' }],
  ['wrong_assertion', () => asserted({ aud: 'https://other.example' }), {}],
  ['expired_assertion', () => asserted({ exp: seconds() - 60 }), {}],
  ['used_assertion', () => usedAssertion(), {}],
])('that a client was not believed for %s is recorded, and not told', async (reason, fieldsOf, headers) => {
  const refused = await attempt(await fieldsOf(), headers)
  expect([refused.statusCode, refused.json().error]).toEqual([401, 'invalid_client'])
  expect(JSON.stringify([refused.body, refused.headers])).not.toContain(reason)
  const [recorded] = await events({ event: 'token_request_refused' })
  expect(recorded?.outcome).toBe(`invalid_client: ${reason}`)
  expect(provider.log.join('')).toContain(`"outcome":"invalid_client: ${reason}"`)
})

test('RFC 7521 §4.2: a client that its assertion alone names is recorded by its name', async () => {
  await attempt(await asserted({ aud: 'https://elsewhere.example' }))
  expect((await events({ event: 'token_request_refused' }))[0]?.clientId).toBe(keyHolder)
})

test('a wrong secret is recorded at PAR, introspection and revocation too', async () => {
  const wrong = { ...provider.client, client_secret: 'x' }
  await provider.push(wrong)
  await provider.introspect('x', wrong)
  await provider.revoke('x', wrong)
  for (const event of ['authorization_request_refused', 'introspection_refused', 'revocation_refused']) {
    expect((await events({ event }))[0]?.outcome).toBe('invalid_client: wrong_secret')
  }
})

test('token refusals: the log has the grant of a known code or token; the trail and the caller get none', async () => {
  const code = await provider.obtainCode()
  const { refresh_token } = await provider.obtainTokens()
  const refused = [
    await provider.exchange(code, { code_verifier: 'x'.repeat(43) }),
    await provider.refresh(refresh_token, { scope: 'openid profile' }),
    await provider.refresh(`cs_rt_${'A'.repeat(122)}`),
  ]
  const lines = provider.log.filter((line) => line.includes('"token_request_refused"')).slice(-3)
  const grants = lines.map((line): unknown => JSON.parse(line).grant_id)
  expect(grants).toEqual([expect.any(String), expect.any(String), undefined])
  for (const grant of grants.slice(0, 2)) expect(refused.map(({ body }) => body).join()).not.toContain(grant)
  const recorded = await events({ event: 'token_request_refused' })
  expect(recorded.filter(({ grantId }) => grantId !== undefined)).toEqual([])
})

test.each([
  ['consent-deny/', 404],
  ['consent-complete/', 401],
])('in one process a request without the service token to %s leaves no event', async (path, status) => {
  const together = await startProvider('postgresql', undefined, {}, { core: 'in_process' })
  const address = await together.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'x-person-network': '203.0.113.0/24' }
  expect((await fetch(`${address}/api/auth/internal/${path}`, { method: 'POST', headers })).status).toBe(status)
  await together.app.auditTrail.flush()
  expect((await listEvents(together.database.sql, {}, { limit: 100 })).events).toEqual([])
  await together.close()
})
