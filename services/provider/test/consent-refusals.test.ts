import { generateDataTokenSecret, readDataTokenKeys, signDataToken } from '@countersign/data-token'
import { startBeforeAll } from '@countersign/testing'
import { expect, test } from 'vitest'
import { expectServiceRefusal } from './answers.ts'
import { ISSUER, REPLACED_SECRETS, startProvider, USER_ID } from './started-provider.ts'

const UNKNOWN_ID = '3f2b8a0e-6a4d-4c55-9d7e-0a1b2c3d4e5f'

const provider = startBeforeAll(() => startProvider('postgresql'))

test.each([
  ['GET', 'auth-request-details/'],
  ['GET', 'auth-request-preview/'],
  ['GET', 'grants/'],
  ['POST', 'consent-complete/'],
  ['POST', 'consent-deny/'],
  ['POST', 'grants/revoke/'],
] as const)(
  'the internal %s %s without a right service token is answered 401 before anything else',
  async (method, path) => {
    for (const token of ['', 'wrong', 'service-token-for-tests-0123456789abcdeF']) {
      const response = await provider.internal(method, path, undefined, { sent: { 'x-service-token': token } })
      expectServiceRefusal(response, 401, 'invalid_service_token')
    }
    expect((await provider.app.inject({ method, url: `/api/auth/internal/${path}` })).statusCode).toBe(401)
  },
)

test('while the service token is being rotated, each of the accepted ones works', async () => {
  const id = await provider.startRequest()
  const path = `auth-request-details/?auth_request_id=${id}`
  const sent = { 'x-service-token': 'the-next-service-token-0123456789abcdef' }
  const next = await provider.internal('GET', path, undefined, { sent })
  expect(next.statusCode).toBe(200)
})

test('the details of an unknown request are not there', async () => {
  const path = `auth-request-details/?auth_request_id=${UNKNOWN_ID}`
  expectServiceRefusal(await provider.internal('GET', path), 404, 'not_found')
})

test('completing refuses an unverified claim that must be verified; the request stays pending', async () => {
  const { client_id } = await provider.register({ verifiedClaimsRequired: ['email'] })
  const id = await provider.startRequest({ client_id })
  const method = 'email_code' as const
  const claim_attestations = [{ claim: 'email', value_sha256: 'A'.repeat(43), method, verified_at: 1, until: 2 }]
  const refused = await provider.complete(id)
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_claims'])
  expect((await provider.details(id)).status).toBe('pending')
  const attested = { claim_attestations, email_verified: true }
  expect((await provider.complete(id, { attested })).statusCode).toBe(200)
})

test.each([
  ['an unknown request', { auth_request_id: UNKNOWN_ID }, 404, 'not_found'],
  ['CVE-2024-52287: a scope that was not requested', { approved_scopes: ['email', 'profile'] }, 400, 'invalid_scope'],
  ['claims beyond the approved scopes', { approved_scopes: ['openid'] }, 400, 'invalid_claims'],
  ['a data token of another person', { user_id: 'somebody-else' }, 400, 'invalid_token'],
  ['something that is no data token', { data_token: 'nonsense' }, 400, 'invalid_token'],
])('completing refuses %s and leaves the request pending', async (_case, changes, status, code) => {
  const id = await provider.startRequest()
  const data_token = await provider.attest('auth_request_id' in changes ? UNKNOWN_ID : id)
  expectServiceRefusal(await provider.complete(id, { data_token, ...changes }), status, code)
  expect((await provider.details(id)).status).toBe('pending')
})

test.each([
  ['for another app', { aud: 'another-app' }],
  ['for another request', { auth_request_id: UNKNOWN_ID }],
  ['from another issuer', { iss: 'https://other.example' }],
])('completing refuses a data token made %s', async (_case, attested) => {
  const id = await provider.startRequest()
  expectServiceRefusal(await provider.complete(id, { attested }), 400, 'invalid_token')
})

test('completing refuses a data token that is signed by a stranger, tampered with, or expired', async () => {
  const id = await provider.startRequest()
  const attestation = { iss: ISSUER, sub: USER_ID, aud: provider.client.client_id, auth_request_id: id, claims: {} }
  const strangers = await readDataTokenKeys(await generateDataTokenSecret())
  const foreign = signDataToken(strangers, attestation, { now: new Date(), lifetimeSeconds: 300 })
  const genuine = await provider.attest(id)
  const [header, , signature] = genuine.split('.')
  const payload = Buffer.from(
    JSON.stringify({ ...attestation, claims: { email: 'eve@example.com' }, iat: 1, exp: 9e9, jti: 'x' }),
  )
  const tampered = `${header}.${payload.toString('base64url')}.${signature}`
  const expired = await provider.attest(id, {}, new Date(Date.now() - 10 * 60_000))
  for (const data_token of [foreign, tampered, expired]) {
    expectServiceRefusal(await provider.complete(id, { data_token }), 400, 'invalid_token')
  }
  expect((await provider.complete(id, { data_token: genuine })).statusCode).toBe(200)
})

test('completing refuses to leave out a scope that the app requires', async () => {
  const scopes = [
    { name: 'profile', reason: '', required: true },
    { name: 'email', reason: '', required: false },
  ]
  const { client_id } = await provider.register({ scopes })
  const id = await provider.startRequest({ client_id, scope: 'profile email' })
  const approval = { approved_scopes: ['email'] }
  expect((await provider.complete(id, approval)).json()).toMatchObject({ code: 'invalid_scope' })
  const notRequested = await provider.startRequest({ client_id, scope: 'email' })
  expect((await provider.complete(notRequested, approval)).statusCode).toBe(200)
})

/** Sends an approval to another process. */
async function repeatElsewhere(id: string, data_token: string, settings = {}) {
  const instance = await provider.startInstance(settings)
  const approval = { auth_request_id: id, user_id: USER_ID, approved_scopes: ['email', 'openid'], data_token }
  const response = await provider.internal('POST', 'consent-complete/', approval, { at: instance })
  await instance.close()
  return response
}

test('an approval whose answer was lost gets the same working code again, on any instance', async () => {
  const id = await provider.startRequest()
  const data_token = await provider.attest(id)
  const first = await provider.complete(id, { data_token })
  const again = await repeatElsewhere(id, data_token)
  expect(again.statusCode).toBe(200)
  expect(again.json()).toEqual(first.json())
  expect((await provider.exchange(first.json().authorization_code)).statusCode).toBe(200)
  expect((await provider.complete(id, { data_token })).json()).toMatchObject({ code: 'request_not_pending' })
})

test.each([
  ['with other scopes', (data_token: string) => ({ data_token, approved_scopes: ['openid', 'email', 'profile'] }), 409],
  ['by another person', () => ({ user_id: 'eve' }), 404],
  ['with another data token', () => ({}), 409],
])('an approval that is repeated %s gets no code', async (_case, changesFor, status) => {
  const id = await provider.startRequest({ scope: 'openid email profile' })
  const data_token = await provider.attest(id)
  await provider.complete(id, { data_token })
  const response = await provider.complete(id, changesFor(data_token))
  expect(response.statusCode).toBe(status)
  expect(response.body).not.toContain('cs_ac_')
})

test('an approval repeated after a change of secrets gets no code; its first code works', async () => {
  const id = await provider.startRequest()
  const data_token = await provider.attest(id)
  const { authorization_code } = (await provider.complete(id, { data_token })).json()
  const again = await repeatElsewhere(id, data_token, { keyEncryptionSecrets: REPLACED_SECRETS })
  expectServiceRefusal(again, 409, 'request_not_pending')
  expect((await provider.exchange(authorization_code)).statusCode).toBe(200)
})

test('an approval that is repeated after its code expired, or was taken back, gets no code', async () => {
  const { sql } = provider.database
  for (const end of [
    () => sql`update provider.authorization_requests set code_expires_at = now() where code_used_at is null`,
    () => sql`update provider.authorization_requests set code_used_at = now() where code_hash is not null`,
  ]) {
    const id = await provider.startRequest()
    const data_token = await provider.attest(id)
    await provider.complete(id, { data_token })
    await end()
    expect((await provider.complete(id, { data_token })).statusCode).toBe(409)
  }
})

test('of 20 approvals of one request at once, by different people, exactly one succeeds', async () => {
  const id = await provider.startRequest()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => provider.complete(id, { user_id: `person-${index}` })),
  )
  const statuses = responses.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 404)).toHaveLength(19)
  const [codes] = await provider.database.sql<{ count: number }>`
    select count(*)::int as count from provider.authorization_requests where auth_request_id = ${id} and code_hash is not null`
  expect(codes?.count).toBe(1)
})

test('an expired request is still shown, as expired, and can be neither approved nor denied', async () => {
  const id = await provider.startRequest()
  await provider.database.sql`
    update provider.authorization_requests set expires_at = now() - interval '1 second' where auth_request_id = ${id}`
  expect((await provider.details(id)).status).toBe('expired')
  const denial = await provider.deny(id)
  for (const response of [await provider.complete(id), denial]) {
    expectServiceRefusal(response, 410, 'request_expired')
  }
})

test('core sends no body over 256 KiB', async () => {
  const response = await provider.internal('POST', 'consent-complete/', { x: 'x'.repeat(300_000) })
  expect(response.statusCode).toBe(413)
})
