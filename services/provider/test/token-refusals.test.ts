import { createHash, randomUUID } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, expect, test } from 'vitest'
import { expectRefusal } from './answers.ts'
import { basicOf, startProvider, type TestClient } from './started-provider.ts'

const provider = startBeforeAll(() => startProvider('postgresql'))
let other: TestClient

beforeAll(async () => {
  other = await provider.register({})
})

test.each([
  ['a missing grant_type', { grant_type: undefined }, 400, 'invalid_request'],
  ['RFC 9700 §2.4: the password grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['RFC 9700 §2.1.2: the implicit grant', { grant_type: 'implicit' }, 400, 'unsupported_grant_type'],
  ['a missing code', { code: undefined }, 400, 'invalid_request'],
  ['a missing redirect_uri', { redirect_uri: undefined }, 400, 'invalid_request'],
  [
    'CVE-2025-4143: an unregistered redirect_uri',
    { redirect_uri: 'https://evil.example/' },
    400,
    'redirect_uri_mismatch',
  ],
  ['another registered redirect_uri', { redirect_uri: 'https://app.example/other' }, 400, 'invalid_grant'],
  ['a missing client_id', { client_id: undefined }, 401, 'invalid_client'],
  ['an unknown client_id', { client_id: 'nobody' }, 401, 'invalid_client'],
  ['a missing secret', { client_secret: undefined }, 401, 'invalid_client'],
  ['a wrong secret', { client_secret: `cs_cs_${'A'.repeat(43)}` }, 401, 'invalid_client'],
  ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 400, 'invalid_grant'],
  ['a verifier that is too short', { code_verifier: 'short' }, 400, 'invalid_grant'],
  ['CVE-2023-48228: no verifier', { code_verifier: undefined }, 400, 'invalid_grant'],
  ['CVE-2024-23647, CVE-2025-4144: an empty verifier', { code_verifier: '' }, 400, 'invalid_grant'],
  ['a code that never was', { code: `cs_ac_${'A'.repeat(64)}` }, 400, 'invalid_grant'],
  ['a code without its prefix', { code: 'A'.repeat(43) }, 400, 'invalid_grant'],
  ['a code with a NUL byte', { code: `cs_ac_\u0000${'A'.repeat(63)}` }, 400, 'invalid_grant'],
])('%s is refused, and the code still works afterwards', async (_case, changes, status, error) => {
  const code = await provider.obtainCode()
  const refused = await provider.exchange(code, changes)
  expectRefusal(refused, status, error)
  expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
  expect((await provider.exchange(code)).statusCode).toBe(200)
})

test('CVE-2024-22258: the challenge as verifier is refused, and the code still works', async () => {
  const code = await provider.obtainCode()
  const code_verifier = createHash('sha256').update(provider.verifierOf(code)).digest('base64url')
  expectRefusal(await provider.exchange(code, { code_verifier }), 400, 'invalid_grant')
  expect((await provider.exchange(code)).statusCode).toBe(200)
})

test('RFC 6749 §5.2: a public client that sends a secret is refused, in the body and by HTTP Basic', async () => {
  const { client_id } = await provider.register({ authenticationMethod: 'none' })
  const grant = { grant_type: 'refresh_token', refresh_token: 'none' }
  expect((await provider.token({ ...grant, client_id })).json()).toMatchObject({ error: 'invalid_grant' })
  const publicClient = { client_id, client_secret: undefined }
  for (const refused of [
    await provider.token({ ...grant, client_id, client_secret: 'anything' }),
    await provider.token(grant, basicOf(publicClient, 'anything')),
    await provider.token(grant, basicOf(publicClient, '')),
  ]) {
    expectRefusal(refused, 401, 'invalid_client')
  }
})

test("CVE-2026-55672: another client gets nothing for a code, and the code's own client still does", async () => {
  const code = await provider.obtainCode()
  expect((await provider.exchange(code, { ...other })).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await provider.exchange(code)).statusCode).toBe(200)
})

test('CVE-2026-27840: a code in another case, shortened, lengthened or padded is refused', async () => {
  const code = await provider.obtainCode()
  const padded = [`${code}A`, ` ${code}`, `${code}=`, code.replace('cs_ac_', 'cs_at_')]
  for (const variant of [code.toLowerCase(), code.toUpperCase(), code.slice(0, -1), ...padded]) {
    expect((await provider.exchange(variant)).json()).toMatchObject({ error: 'invalid_grant' })
  }
  expect((await provider.exchange(code)).statusCode).toBe(200)
})

test('CVE-2026-53518 (GHSA-7w99-5wm4-3g79): of 50 exchanges of one code at once exactly one succeeds', async () => {
  const code = await provider.obtainCode()
  const responses = await Promise.all(Array.from({ length: 50 }, () => provider.exchange(code)))
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const refused = responses.filter(({ statusCode }) => statusCode !== 200)
  expect(new Set(refused.map((response) => response.json().error))).toEqual(new Set(['invalid_grant']))
})

test('CVE-2026-73311: a used code fails, and what it brought is revoked', async () => {
  const code = await provider.obtainCode()
  const { refresh_token } = (await provider.exchange(code)).json()
  expectRefusal(await provider.exchange(code), 400, 'invalid_grant')
  expect((await provider.refresh(refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('RFC 9700 §2.1.1: a challenge of a forgotten request brings nothing, and takes nothing', async () => {
  const code_challenge = provider.newChallenge()
  const id = await provider.startRequest({ code_challenge })
  const first = await provider.exchange((await provider.complete(id)).json().authorization_code)
  await provider.database.sql`delete from provider.authorization_requests where auth_request_id = ${id}`
  expect(await provider.startRequest({ code_challenge })).toBe(id)
  const second = (await provider.complete(id)).json().authorization_code
  for (const refused of [await provider.exchange(second), await provider.exchange(second)]) {
    expectRefusal(refused, 400, 'invalid_grant')
    expect(refused.body).toContain('code_challenge was used before')
  }
  expect((await provider.refresh(first.json().refresh_token)).statusCode).toBe(200)
})

test('a used code takes nothing from another person, whose grant a challenge that comes back would have', async () => {
  const code_challenge = provider.newChallenge()
  const id = await provider.startRequest({ code_challenge })
  const { access_token } = (await provider.exchange((await provider.complete(id)).json().authorization_code)).json()
  await provider.database.sql`delete from provider.authorization_requests where auth_request_id = ${id}`
  expect(await provider.startRequest({ code_challenge })).toBe(id)
  const user_id = randomUUID()
  const code = (await provider.complete(id, { user_id })).json().authorization_code
  expect((await provider.exchange(code)).json().error_description).toContain('code_challenge was used before')
  await provider.revokeGrants(user_id)
  expect((await provider.exchange(code)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await provider.introspect(access_token)).json()).toMatchObject({ active: true })
})

test('a used code in the hands of one who lacks the verifier revokes nothing', async () => {
  const code = await provider.obtainCode()
  const { refresh_token } = (await provider.exchange(code)).json()
  await provider.exchange(code, { code_verifier: 'w'.repeat(43) })
  expect((await provider.refresh(refresh_token)).statusCode).toBe(200)
})

test('an expired code is refused', async () => {
  const code = await provider.obtainCode()
  await provider.database
    .sql`update provider.authorization_requests set code_expires_at = now() where code_used_at is null`
  expect((await provider.exchange(code)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('a code whose data token has expired is refused as invalid_token, and is spent', async () => {
  const code = await provider.obtainCode()
  await provider.database
    .sql`update provider.authorization_requests set data_token_expires_at = now() where code_used_at is null`
  expectRefusal(await provider.exchange(code), 400, 'invalid_token')
  await provider.database
    .sql`update provider.authorization_requests set data_token_expires_at = now() + interval '1 minute'`
  expect((await provider.exchange(code)).json()).toMatchObject({ error: 'invalid_grant' })
})

test('a verifier for a code that had no challenge is refused (RFC 9700 §4.8.2)', async () => {
  const client = await provider.register({ requirePkce: false })
  const code = await provider.obtainCodeOf(client, { code_challenge: undefined, code_challenge_method: undefined })
  expect((await provider.exchange(code, client)).json()).toMatchObject({ error: 'invalid_grant' })
  expect((await provider.exchange(code, { ...client, code_verifier: undefined })).statusCode).toBe(200)
})

test('two ways to authenticate at once are invalid_request; failed Basic is told how to try again', async () => {
  const basic = (secret: string) => basicOf(provider.client, secret)
  const twice = await provider.token({ grant_type: 'authorization_code', client_secret: 'x' }, basic('x'))
  expectRefusal(twice, 400, 'invalid_request')
  const failed = await provider.token({ grant_type: 'authorization_code' }, basic('wrong'))
  expect(failed.statusCode).toBe(401)
  expect(failed.headers['www-authenticate']).toBe('Basic realm="countersign", error="invalid_client"')
  const malformed = await provider.token({ grant_type: 'authorization_code' }, { authorization: 'Basic !' })
  expect(malformed.statusCode).toBe(401)
})

test.each(['par', 'revoke', 'introspect'])(
  'client authentication: /oauth/%s refuses a missing or wrong secret, and changes nothing',
  async (endpoint) => {
    const { access_token: token } = await provider.obtainTokens()
    const fields = { ...Object.fromEntries(provider.authorizeQuery()), token, ...provider.client }
    for (const changes of [
      { client_secret: undefined },
      { client_secret: 'wrong' },
      { client_id: 'nobody' },
      { client_id: undefined, client_secret: undefined },
    ]) {
      expectRefusal(await provider.post(`/oauth/${endpoint}`, { ...fields, ...changes }), 401, 'invalid_client')
    }
    expect((await provider.introspect(token)).json()).toMatchObject({ active: true })
  },
)

test.each(['revoke', 'introspect'])('a missing token is refused at /oauth/%s', async (endpoint) => {
  expectRefusal(await provider.post(`/oauth/${endpoint}`, provider.client), 400, 'invalid_request')
})

test.each(['token', 'par', 'revoke', 'introspect'])(
  'CVE-2026-9689: a repeated parameter is invalid_request at /oauth/%s, in a form and in JSON',
  async (endpoint) => {
    const json = { 'content-type': 'application/json' }
    for (const response of [
      await provider.send(`/oauth/${endpoint}`, 'grant_type=authorization_code&code=a&code=b&client_id=x'),
      await provider.send(`/oauth/${endpoint}`, '{"code":"a","co\\u0064e":"b"}', json),
    ]) {
      expectRefusal(response, 400, 'invalid_request')
      expect(response.body).toContain('A parameter was sent more than once.')
    }
  },
)

test('a number for a parameter is refused in JSON', async () => {
  const response = await provider.send('/oauth/token/', '{"grant_type":1}', { 'content-type': 'application/json' })
  expectRefusal(response, 400, 'invalid_request')
  expect(response.body).toContain('Every parameter must be a string.')
})

test.each(['token', 'par'])('RFC 9126 §2.3: a body over 64 KiB is refused at /oauth/%s', async (endpoint) => {
  const response = await provider.send(`/oauth/${endpoint}`, `code=${'x'.repeat(70_000)}`)
  expectRefusal(response, 413, 'invalid_request')
  expect(response.headers['cache-control']).toBe('no-store')
})
