import { createHash } from 'node:crypto'
import { startBeforeAll } from '@countersign/testing'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { KEY_MAX_AGE_MS } from '../src/ground/keys/keyring.ts'
import { rotateKeys } from '../src/ground/keys/rotate-keys.ts'
import type { ClientRegistration } from '../src/index.ts'
import { ISSUER, KEY_ENCRYPTION_SECRET, startProvider, type TestClient, USER_ID } from './started-provider.ts'

const EVERY_SCOPE = ['openid', 'email', 'profile', 'phone', 'address']
const REGISTRATION: Partial<ClientRegistration> = {
  scopes: EVERY_SCOPE.map((name) => ({ name, reason: '', required: false })),
}
const CLAIMS = {
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  birthdate: '1815-12-10',
  phone: '+44 20 7946 0000',
  address: '12 St James’s Square\nLondon',
}

type SignIn = {
  readonly scopes?: readonly string[]
  readonly claims?: Readonly<Record<string, string>>
  readonly nonce?: string
  readonly attested?: object
}

const provider = startBeforeAll(() => startProvider('postgresql'))
let client: TestClient

beforeAll(async () => {
  client = await provider.register(REGISTRATION)
})

/** Goes through the flow with one client and answers the token response. */
async function signIn(of: TestClient, { scopes = ['openid', 'email'], claims, nonce, attested }: SignIn = {}) {
  const id = await provider.startRequest({ client_id: of.client_id, scope: scopes.join(' '), nonce })
  const approval = { approved_scopes: scopes, attested: { ...(claims && { claims }), ...attested } }
  const completed = await provider.complete(id, approval)
  return (await provider.exchange(completed.json().authorization_code, { ...of })).json()
}

/** A request as core reads it for one person. */
async function detailsFor(id: string, userId = USER_ID): Promise<{ subject?: string }> {
  return (await provider.readAs(userId, id)).json()
}

/** Verifies an id_token as an app would: with the published keys alone. */
async function verify(idToken: string, audience: string): Promise<JWTPayload> {
  const keys = (await provider.app.inject('/.well-known/jwks.json')).json()
  return (await jwtVerify(idToken, createLocalJWKSet(keys), { issuer: ISSUER, audience })).payload
}

test('openid: an id_token verifies with the published keys (OpenID Connect Core §2, §3.1.3.3)', async () => {
  const { id_token, access_token } = await signIn(client, { nonce: 'the nonce' })
  expect(decodeProtectedHeader(id_token)).toEqual({ alg: 'RS256', kid: expect.any(String), typ: 'JWT' })
  const payload = await verify(id_token, client.client_id)
  expect(payload).toEqual({
    iss: ISSUER,
    sub: USER_ID,
    aud: client.client_id,
    iat: expect.any(Number),
    exp: expect.any(Number),
    nonce: 'the nonce',
    at_hash: createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url'),
  })
  expect(Number(payload.exp) - Number(payload.iat)).toBe(300)
})

test('a client may have ES256 instead of RS256 (OpenID Connect Registration §2)', async () => {
  const ecClient = await provider.register({ ...REGISTRATION, idTokenAlgorithm: 'ES256' })
  const { id_token } = await signIn(ecClient)
  expect(decodeProtectedHeader(id_token).alg).toBe('ES256')
  expect(await verify(id_token, ecClient.client_id)).toMatchObject({ sub: USER_ID })
})

test('OpenID Connect Core §5.4: only an app that is registered for it has claims in its id_token', async () => {
  const { id_token } = await signIn(client, { scopes: EVERY_SCOPE, claims: CLAIMS })
  expect(Object.keys(await verify(id_token, client.client_id)).toSorted()).toEqual(
    ['at_hash', 'aud', 'exp', 'iat', 'iss', 'sub'].toSorted(),
  )
  const wanting = await provider.register({ ...REGISTRATION, idTokenClaims: true })
  const tokens = await signIn(wanting, { scopes: EVERY_SCOPE, claims: CLAIMS })
  const userinfo = (await provider.userinfo(tokens.access_token)).json()
  expect(userinfo).toMatchObject({ name: CLAIMS.name })
  expect(await verify(tokens.id_token, wanting.client_id)).toMatchObject(userinfo)
})

test('id_token and userinfo say of an address whether core saw it verified, and nothing else says so', async () => {
  const wanting = await provider.register({ ...REGISTRATION, idTokenClaims: true })
  const verified = { email_verified: true, claims: { email: CLAIMS.email, phone: CLAIMS.phone } }
  const scopes = ['openid', 'email', 'phone']
  const tokens = await signIn(wanting, { scopes, claims: verified.claims, attested: verified })
  const expected = { email_verified: true, phone_number_verified: false }
  expect((await provider.userinfo(tokens.access_token)).json()).toMatchObject(expected)
  expect(await verify(tokens.id_token, wanting.client_id)).toMatchObject(expected)
  const none = await signIn(wanting, { scopes: ['openid'], claims: {}, attested: { email_verified: true } })
  expect((await provider.userinfo(none.access_token)).json()).toEqual({ sub: USER_ID })
})

test.each([
  ['nonce', 'the nonce', { nonce: 'the nonce' }],
  ['acr', 'phr', { attested: { acr: 'phr' } }],
  ['auth_time', 1_700_000_000, { attested: { auth_time: 1_700_000_000 } }],
])(
  '%s is in the id_token when it was sent or attested, and only then (OpenID Connect Core §2)',
  async (name, value, given) => {
    const { id_token } = await signIn(client, given)
    expect(await verify(id_token, client.client_id)).toMatchObject({ [name]: value })
    const without = await signIn(client)
    expect(await verify(without.id_token, client.client_id)).not.toHaveProperty(name)
  },
)

test('claims have their OpenID names and shapes in userinfo; the data token keeps ours (Core §5.1)', async () => {
  const tokens = await signIn(client, { scopes: EVERY_SCOPE, claims: CLAIMS })
  const expected = {
    sub: USER_ID,
    email: CLAIMS.email,
    email_verified: false,
    name: CLAIMS.name,
    birthdate: CLAIMS.birthdate,
    phone_number: CLAIMS.phone,
    phone_number_verified: false,
    address: { formatted: CLAIMS.address },
  }
  expect((await provider.userinfo(tokens.access_token)).json()).toEqual(expected)
  const dataToken = JSON.parse(Buffer.from(tokens.data_token.split('.')[1], 'base64url').toString('utf8'))
  expect(dataToken.claims).toEqual(CLAIMS)
})

test('a claim cannot pass as one of the protocol (RFC 9700 §4.15)', async () => {
  const id = await provider.startRequest({ client_id: client.client_id })
  const attested = { claims: { sub: 'another-person' } }
  const refused = await provider.complete(id, { approved_scopes: ['openid'], attested })
  expect(refused.json()).toMatchObject({ code: 'invalid_claims' })
})

test('openid is part of every approval, and may be approved alone', async () => {
  const id = await provider.startRequest({ client_id: client.client_id })
  const [openid] = (await provider.details(id)).scope_details
  expect(openid).toMatchObject({ name: 'openid', required: true })
  const left = await provider.complete(id, { approved_scopes: ['email'] })
  expect(left.json()).toMatchObject({ code: 'invalid_scope', error: expect.stringContaining('openid') })
  const alone = await provider.complete(id, { approved_scopes: ['openid'] })
  const tokens = (await provider.exchange(alone.json().authorization_code, { ...client })).json()
  expect(tokens).toMatchObject({ scope: 'openid', id_token: expect.any(String) })
})

test('no id_token comes without openid, nor by a refresh, which is no sign-in (OpenID Connect Core §12.2)', async () => {
  expect(await signIn(client, { scopes: ['email'] })).not.toHaveProperty('id_token')
  const { refresh_token } = await signIn(client)
  expect((await provider.refresh(refresh_token, { ...client })).json()).not.toHaveProperty('id_token')
})

test('an id_token of one app is refused by another, and in the place of a data token', async () => {
  const { id_token } = await signIn(client)
  await expect(verify(id_token, 'another-app')).rejects.toThrow('aud')
  const id = await provider.startRequest({ client_id: client.client_id })
  expect((await provider.complete(id, { data_token: id_token })).json()).toMatchObject({ code: 'invalid_token' })
})

test('pairwise: one subject in all tokens of a site, another for another site (Core §8.1)', async () => {
  const subjects: string[] = []
  for (const host of ['app.example', 'other.example', 'app.example']) {
    const redirect_uri = `https://${host}/cb`
    const registration = { ...REGISTRATION, subjectType: 'pairwise', redirectUris: [redirect_uri] } as const
    const pairwise = await provider.register(registration)
    const id = await provider.startRequest({ client_id: pairwise.client_id, redirect_uri })
    const { subject } = await detailsFor(id)
    const { authorization_code } = (await provider.complete(id, { attested: { sub: String(subject) } })).json()
    const tokens = (await provider.exchange(authorization_code, { ...pairwise, redirect_uri })).json()
    const { sub } = await verify(tokens.id_token, pairwise.client_id)
    expect(sub).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(sub).toBe(subject)
    expect(decodeJwt(tokens.data_token).sub).toBe(sub)
    expect(JSON.stringify(decodeJwt(tokens.data_token))).not.toContain(USER_ID)
    expect((await provider.userinfo(tokens.access_token)).json()).toMatchObject({ sub })
    expect((await provider.introspect(tokens.access_token, { ...pairwise })).json()).toMatchObject({ sub })
    subjects.push(String(sub))
  }
  const [first, second, third] = subjects
  expect(first).toBe(third)
  expect(first).not.toBe(second)
})

test("a pairwise app's data token names the approving person alone, and never by their own identifier", async () => {
  const pairwise = await provider.register({ ...REGISTRATION, subjectType: 'pairwise' })
  const id = await provider.startRequest({ client_id: pairwise.client_id })
  const { subject } = await detailsFor(id)
  expect(await detailsFor(await provider.startRequest({ client_id: client.client_id }))).not.toHaveProperty('subject')
  for (const sub of [USER_ID, 'another-person', `${subject}x`]) {
    expect((await provider.complete(id, { attested: { sub } })).json()).toMatchObject({ code: 'invalid_token' })
  }
  const own = { attested: { sub: String(subject) } }
  const stranger = await provider.complete(id, { ...own, user_id: 'another-person' })
  expect(stranger.json()).toMatchObject({ code: 'invalid_token' })
  expect((await provider.complete(id, own)).statusCode).toBe(200)
})

test('after a rotation, without a restart, signatures of the old key still verify', async () => {
  const before = await signIn(client)
  const rotated = await rotateKeys(provider.database.sql, { keyEncryptionSecrets: [KEY_ENCRYPTION_SECRET] })
  expect(rotated.map(({ algorithm }) => algorithm)).toEqual(['ES256', 'RS256'])
  expect(await verify(before.id_token, client.client_id)).toMatchObject({ sub: USER_ID })
})

test('keys that cannot be opened are a 503 that spends no code, and apps without openid never notice', async () => {
  let clock = Date.now()
  const locked = await startProvider('postgresql', () => new Date(clock))
  const { sql } = locked.database
  await rotateKeys(sql, { keyEncryptionSecrets: ['a secret that this provider was not given'] })
  const code = await locked.obtainCode()
  const refused = await locked.exchange(code)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) })
  expect(locked.log.join()).toContain('KEY_ENCRYPTION_SECRET does not open the RS256 key')
  const scopes = [{ name: 'email', reason: '', required: false }]
  const plain = await locked.register({ scopes })
  const plainCode = await locked.obtainCodeOf(plain, { scope: 'email' }, { approved_scopes: ['email'] })
  expect((await locked.exchange(plainCode, plain)).statusCode).toBe(200)
  await sql`delete from provider.signing_keys`
  clock += KEY_MAX_AGE_MS
  expect((await locked.exchange(code)).statusCode).toBe(200)
  await locked.close()
})
