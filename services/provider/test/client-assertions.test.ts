import type { PublicJwk } from '@countersign/contracts'
import { fuzzSeed, startBeforeAll } from '@countersign/testing'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import type { ClientRegistration } from '../src/index.ts'
import { expectRefusal, findTraces } from './answers.ts'
import { type AppSigningKey, ASSERTION_TYPE, createSigningKey, seconds } from './signing-key.ts'
import { ISSUER, startProvider } from './started-provider.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const BOUND = { requirePushedRequests: true, dpopBound: true } as const

type Fields = Readonly<Record<string, string | undefined>>

const provider = startBeforeAll(() => startProvider('postgresql'))
let key: AppSigningKey
let clientId: string

beforeAll(async () => {
  key = await createSigningKey()
  clientId = await registerWith([key.publicJwk])
})

async function registerWith(keys: readonly PublicJwk[], changes: Partial<ClientRegistration> = {}) {
  const registration = { authenticationMethod: 'private_key_jwt', jwks: { keys }, ...changes } as const
  return (await provider.register(registration)).client_id
}

/** Authenticates with an assertion; a code that never was tells whether that succeeded: 400 if so, 401 if not. */
async function authenticate(assertion: string, changes: Fields = {}, headers = {}, at = provider.app) {
  const grant = { grant_type: 'refresh_token', refresh_token: 'none' }
  const proof = { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion }
  return provider.token({ ...grant, ...proof, ...changes }, headers, at)
}

/** Whether an assertion succeeds; expects a refusal as `invalid_client` otherwise. */
async function isAccepted(assertion: string, changes: Fields = {}): Promise<boolean> {
  const response = await authenticate(assertion, changes)
  if (response.json().error === 'invalid_grant') return true
  expectRefusal(response, 401, 'invalid_client')
  return false
}

test.each([
  ['EdDSA', 'Ed25519'],
  ['Ed25519', 'EdDSA'],
])(
  'RFC 9864: a key that says %s verifies an assertion that says %s, and nothing of another algorithm',
  async (alg, signed) => {
    const own = await createSigningKey(signed)
    const client_id = await registerWith([{ ...own.publicJwk, alg }])
    expect(await isAccepted(await own.assertion(client_id))).toBe(true)
    expect(await isAccepted(await own.assertion(client_id, {}, { alg }))).toBe(true)
    const other = await createSigningKey(signed)
    expect(await isAccepted(await other.assertion(client_id))).toBe(false)
    expect(await isAccepted(await key.assertion(client_id))).toBe(false)
  },
)

test.each([
  ['ES256', {}],
  ['PS256', { modulusLength: 2048 }],
  ['EdDSA', {}],
  ['Ed25519', {}],
])('FAPI 2.0 §5.4: an assertion may be signed by %s', async (alg, options) => {
  const own = await createSigningKey(alg, options)
  const client_id = await registerWith([
    { ...own.publicJwk, kid: 'one' },
    { ...key.publicJwk, kid: 'two' },
  ])
  expect(await isAccepted(await own.assertion(client_id, {}, { kid: 'one' }))).toBe(true)
  expect(await isAccepted(await own.assertion(client_id, {}, { kid: 'two' }))).toBe(false)
})

test('RFC 7517 §4: members of a registered key that say nothing of it are not kept: they may hold anything', async () => {
  const odd = { ...key.publicJwk, key_ops: ['verify', 'bogus'], crv2: '\u0000', name: '\ud800' }
  const client_id = await registerWith([odd])
  expect(await isAccepted(await key.assertion(client_id))).toBe(true)
})

test('RFC 7523 §3, RFC 9126 §2: the audience is the issuer, or an endpoint of it; a list may hold one', async () => {
  const own = [ISSUER, [ISSUER], `${ISSUER}/oauth/token`, `${ISSUER}/oauth/token/`, `${ISSUER}/oauth/par`]
  for (const aud of own) expect(await isAccepted(await key.assertion(clientId, { aud }))).toBe(true)
})

test('FAPI 2.0 §5.3.2.1: for a client bound to PAR and DPoP the audience is the issuer and nothing else', async () => {
  const client_id = await registerWith([key.publicJwk], BOUND)
  expect((await authenticate(await key.assertion(client_id, { aud: ISSUER }))).statusCode).toBe(400)
  const others = [`${ISSUER}/oauth/token`, `${ISSUER}/oauth/par`, [`${ISSUER}/oauth/par`]]
  for (const aud of others) expect(await isAccepted(await key.assertion(client_id, { aud }))).toBe(false)
})

test.each([
  ['another audience', { aud: 'https://other.example' }],
  ['CVE-2025-27370: another audience beside ours', { aud: [ISSUER, 'https://other.example'] }],
  ['an empty list of audiences', { aud: [] }],
  ['an audience that only begins like ours', { aud: `${ISSUER}.evil.example` }],
  ['no audience', { aud: undefined }],
  ['no iss', { iss: undefined }],
  ['another iss', { iss: 'somebody' }],
  ['no exp', { exp: undefined }],
  ['an exp that has passed', { exp: seconds() - 60 }],
  ['an exp more than an hour away', { exp: seconds() + 7_200 }],
  ['an exp that is no number', { exp: 'tomorrow' }],
  ['an nbf in the future', { nbf: seconds() + 3_600 }],
  ['an iat in the future', { iat: seconds() + 3_600 }],
  ['no jti', { jti: undefined }],
  ['an empty jti', { jti: '' }],
  ['a jti that is no text', { jti: 42 }],
  ['a jti over 256 characters', { jti: 'j'.repeat(257) }],
])('RFC 7523 §3: %s is refused', async (_case, claims) => {
  expect(await isAccepted(await key.assertion(clientId, claims))).toBe(false)
})

test('RFC 7523 §3: a clock that is ten seconds ahead or behind is forgiven', async () => {
  const now = seconds()
  for (const claims of [{ iat: now + 8, nbf: now + 8 }, { exp: now - 5 }])
    expect(await isAccepted(await key.assertion(clientId, claims))).toBe(true)
})

test("RFC 8725 §3.1: no algorithm but the allowed ones, whatever the assertion's header says", async () => {
  const claims = { iss: clientId, sub: clientId, aud: ISSUER, exp: seconds() + 60, jti: 'the-jti' }
  const unsigned = `${encode({ alg: 'none' })}.${encode(claims)}.`
  const publicKeyAsSecret = new TextEncoder().encode(JSON.stringify(key.publicJwk))
  const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(publicKeyAsSecret)
  for (const assertion of [unsigned, symmetric]) {
    const response = await authenticate(assertion)
    expectRefusal(response, 401, 'invalid_client')
    expect(response.body).toContain('must be signed by one of: ES256, PS256, EdDSA, Ed25519, RS256.')
  }
})

test('FAPI 2.0 §5.4: RS256 and an hour are for clients that are not bound to PAR and DPoP', async () => {
  const rsa = await createSigningKey('RS256')
  const bound = await registerWith([rsa.publicJwk], BOUND)
  const free = await registerWith([rsa.publicJwk])
  expect(await isAccepted(await rsa.assertion(free, { exp: seconds() + 3_600 }))).toBe(true)
  expect((await authenticate(await rsa.assertion(bound))).json().error_description).toBe(
    'The client assertion must be signed by one of: ES256, PS256, EdDSA, Ed25519.',
  )
  const late = await key.assertion(await registerWith([key.publicJwk], BOUND), { exp: seconds() + 400 })
  expect((await authenticate(late)).json().error_description).toContain('at most 300 seconds away')
})

test('an assertion that is signed by a stranger, tampered with, cut short or no JWT at all is refused', async () => {
  const stranger = await createSigningKey()
  const [header, , signature] = (await key.assertion(clientId)).split('.')
  const claims = encode({ sub: clientId, iss: clientId, jti: 'x', exp: 9e9 })
  const assertions = [
    await stranger.assertion(clientId),
    `${header}.${claims}.${signature}`,
    (await key.assertion(clientId)).slice(0, -2),
    'nonsense',
    'a.b.c',
    `${header}.${encode({ sub: 7 })}.${signature}`,
  ]
  for (const assertion of assertions) expect(await isAccepted(assertion)).toBe(false)
})

test("RFC 7521 §4.2: another client's assertion, or one of another type, as SAML, is refused", async () => {
  const other = await registerWith([key.publicJwk])
  expect(await isAccepted(await key.assertion(other), { client_id: clientId })).toBe(false)
  expect(await isAccepted(await key.assertion(clientId, { sub: other }))).toBe(false)
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'
  expect(await isAccepted(await key.assertion(clientId), { client_assertion_type })).toBe(false)
})

test('CVE-2026-4282: a JWT that was made for something else is not taken for an assertion', async () => {
  const assertionOf = (typ: string) => key.assertion(clientId, {}, { typ })
  for (const typ of ['dpop+jwt', 'data-token+jwt', 'at+jwt'])
    expect(await isAccepted(await assertionOf(typ))).toBe(false)
  for (const typ of ['JWT', 'client-authentication+jwt']) expect(await isAccepted(await assertionOf(typ))).toBe(true)
})

test('CVE-2020-15222, CVE-2020-5300: of 50 uses of one assertion on two instances one succeeds', async () => {
  const instances = [provider.app, await provider.startInstance()]
  const assertion = await key.assertion(clientId)
  const uses = Array.from({ length: 50 }, (_, index) => authenticate(assertion, {}, {}, instances[index % 2]))
  const responses = await Promise.all(uses)
  const errors = responses.map((response) => response.json<{ error: string }>().error)
  expect(errors.filter((error) => error === 'invalid_grant')).toHaveLength(1)
  expect(errors.filter((error) => error === 'invalid_client')).toHaveLength(49)
  await instances[1]?.close()
})

test('CVE-2020-15222: a jti works once, also in another assertion, endpoint or case', async () => {
  const jti = 'jti-postgresql'
  expect(await isAccepted(await key.assertion(clientId, { jti }))).toBe(true)
  const client_assertion = await key.assertion(clientId, { jti, exp: seconds() + 200 })
  expect(await isAccepted(client_assertion)).toBe(false)
  const proof = { client_secret: undefined, client_assertion_type: ASSERTION_TYPE, client_assertion }
  expect((await provider.push({ client_id: clientId, ...proof })).statusCode).toBe(401)
  expect(await isAccepted(await key.assertion(clientId, { jti: jti.toUpperCase() }))).toBe(true)
})

test('two clients may use the same jti, and a refused assertion spends none', async () => {
  const jti = 'shared-postgresql'
  const other = await registerWith([key.publicJwk])
  expect(await isAccepted(await key.assertion(clientId, { jti, aud: 'https://x.example' }))).toBe(false)
  expect(await isAccepted(await key.assertion(clientId, { jti }))).toBe(true)
  expect(await isAccepted(await key.assertion(other, { jti }))).toBe(true)
})

test('a used assertion is remembered for longer than it lives, by a hash alone, and reaches no log', async () => {
  const jti = 'remembered-postgresql'
  const assertion = await key.assertion(clientId, { jti, exp: seconds() + 290 })
  await authenticate(assertion)
  await authenticate(assertion)
  const [row] = await provider.database.sql<{ seconds: number }>`
    select max(extract(epoch from expires_at - now()))::int as seconds from provider.used_jwts`
  expect(row?.seconds).toBeGreaterThan(300)
  expect(await findTraces(provider, jti, assertion.split('.').at(-1) ?? '')).toEqual([])
})

test.each([
  ['an assertion and a secret', { client_secret: 'x' }, {}],
  ['an assertion and HTTP Basic', {}, { authorization: 'Basic eDp5' }],
  ['an assertion without its type', { client_assertion_type: undefined }, {}],
  ['a type without its assertion', { client_assertion: undefined }, {}],
  ['a type and a secret', { client_assertion: undefined, client_secret: 'x' }, {}],
])('RFC 6749 §2.3: %s is invalid_request', async (_case, changes, headers) => {
  expectRefusal(await authenticate(await key.assertion(clientId), changes, headers), 400, 'invalid_request')
})

test('a client proves itself in the way that it registered, and in no other', async () => {
  const { client_id } = provider.client
  expect(await isAccepted(await key.assertion(client_id), { client_id })).toBe(false)
  const none = { client_assertion: undefined, client_assertion_type: undefined, client_id: clientId }
  for (const client_secret of [undefined, '', 'guess'])
    expect(await isAccepted('', { ...none, client_secret })).toBe(false)
})

test('any malformed assertion is refused, and is never a bug', async () => {
  const header = fc.record({ alg: fc.constantFrom('ES256', 'none', 'HS256', 7), kid: fc.jsonValue() }).map(encode)
  const claims = fc.record({ sub: fc.oneof(fc.constant(clientId), fc.jsonValue()), exp: fc.jsonValue() }).map(encode)
  const assertion = fc
    .tuple(fc.oneof(header, fc.string()), fc.oneof(claims, fc.string()), fc.string())
    .map((parts) => parts.join('.'))
  await fc.assert(
    fc.asyncProperty(assertion, async (text) => {
      expect((await authenticate(text)).json()).toMatchObject({ error: 'invalid_client' })
    }),
    { numRuns: 300, ...fuzzSeed() },
  )
})
