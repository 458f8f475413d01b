import type { PublicJwk } from '@countersign/contracts'
import { fuzzSeed, startBeforeAll } from '@countersign/testing'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ClientRegistration } from '../src/index.ts'
import { expectRefusal } from './answers.ts'
import { type AppSigningKey, createSigningKey, seconds } from './signing-key.ts'
import { ISSUER, startProvider } from './started-provider.ts'

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const BOUND = { requirePushedRequests: true, dpopBound: true } as const

type Fields = Readonly<Record<string, string | undefined>>

describe('private_key_jwt (RFC 7523, OpenID Connect Core §9)', () => {
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
  async function authenticate(assertion: string, changes: Fields = {}, headers: Record<string, string> = {}) {
    const grant = { grant_type: 'refresh_token', refresh_token: 'none' }
    const proof = { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion }
    return provider.token({ ...grant, ...proof, ...changes }, headers)
  }

  const SUCCEEDED = { error: 'invalid_grant' }

  test('a client with a key goes through the whole flow without a secret', async () => {
    const proof = async () => ({
      client_id: undefined,
      client_secret: undefined,
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: await key.assertion(clientId),
    })
    const code = await provider.obtainCodeOf({ client_id: clientId })
    const tokens = await provider.exchange(code, await proof())
    expect(tokens.statusCode).toBe(200)
    expect((await provider.refresh(tokens.json().refresh_token, await proof())).statusCode).toBe(200)
  })

  test.each([
    ['EdDSA', 'Ed25519'],
    ['Ed25519', 'EdDSA'],
  ])(
    'RFC 9864: a key that says %s verifies an assertion that says %s, and nothing of another algorithm',
    async (alg, signed) => {
      const own = await createSigningKey(signed)
      const client_id = await registerWith([{ ...own.publicJwk, alg }])
      expect((await authenticate(await own.assertion(client_id))).json()).toMatchObject(SUCCEEDED)
      expect((await authenticate(await own.assertion(client_id, {}, { alg }))).json()).toMatchObject(SUCCEEDED)
      const other = await createSigningKey(signed)
      expect((await authenticate(await other.assertion(client_id))).statusCode).toBe(401)
      expect((await authenticate(await key.assertion(client_id))).statusCode).toBe(401)
    },
  )

  test.each([
    ['ES256', {}],
    ['PS256', { modulusLength: 2048 }],
    ['EdDSA', {}],
    ['Ed25519', {}],
  ])('FAPI 2.0 §5.4: an assertion may be signed by %s', async (alg, options) => {
    const own = await createSigningKey(alg, options)
    const [one, two] = [
      { ...own.publicJwk, kid: 'one' },
      { ...key.publicJwk, kid: 'two' },
    ]
    const client_id = await registerWith([one, two])
    expect((await authenticate(await own.assertion(client_id, {}, { kid: 'one' }))).json()).toMatchObject(SUCCEEDED)
    expect((await authenticate(await own.assertion(client_id, {}, { kid: 'two' }))).statusCode).toBe(401)
  })

  test('RFC 7517 §4: members of a registered key that say nothing of it are not kept: they may hold anything', async () => {
    const odd = { ...key.publicJwk, key_ops: ['verify', 'bogus'], crv2: '\u0000', name: '\ud800' }
    const client_id = await registerWith([odd])
    expect((await authenticate(await key.assertion(client_id))).json()).toMatchObject(SUCCEEDED)
  })

  test('RFC 7523 §3, RFC 9126 §2: the audience is the issuer, or an endpoint of it; a list may hold one', async () => {
    const own = [ISSUER, [ISSUER], `${ISSUER}/oauth/token`, `${ISSUER}/oauth/token/`, `${ISSUER}/oauth/par`]
    for (const aud of own) {
      expect((await authenticate(await key.assertion(clientId, { aud }))).json()).toMatchObject(SUCCEEDED)
    }
  })

  test('FAPI 2.0 §5.3.2.1: for a client bound to PAR and DPoP the audience is the issuer and nothing else', async () => {
    const client_id = await registerWith([key.publicJwk], BOUND)
    expect((await authenticate(await key.assertion(client_id, { aud: ISSUER }))).statusCode).toBe(400)
    for (const aud of [`${ISSUER}/oauth/token`, `${ISSUER}/oauth/par`, [`${ISSUER}/oauth/par`]]) {
      expectRefusal(await authenticate(await key.assertion(client_id, { aud })), 401, 'invalid_client')
    }
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
    expectRefusal(await authenticate(await key.assertion(clientId, claims)), 401, 'invalid_client')
  })

  test('RFC 7523 §3: a clock that is ten seconds ahead or behind is forgiven', async () => {
    const ahead = { iat: seconds() + 8, nbf: seconds() + 8 }
    expect((await authenticate(await key.assertion(clientId, ahead))).json()).toMatchObject(SUCCEEDED)
    expect((await authenticate(await key.assertion(clientId, { exp: seconds() - 5 }))).json()).toMatchObject(SUCCEEDED)
  })

  test("RFC 8725 §3.1: no algorithm but the allowed ones, whatever the assertion's header says", async () => {
    const claims = { iss: clientId, sub: clientId, aud: ISSUER, exp: seconds() + 60, jti: 'the-jti' }
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
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
    const free = await registerWith([rsa.publicJwk])
    const bound = await registerWith([rsa.publicJwk], BOUND)
    const hour = { exp: seconds() + 3_600 }
    expect((await authenticate(await rsa.assertion(free, hour))).json()).toMatchObject(SUCCEEDED)
    expect((await authenticate(await rsa.assertion(bound))).json().error_description).toBe(
      'The client assertion must be signed by one of: ES256, PS256, EdDSA, Ed25519.',
    )
    const boundToEc = await registerWith([key.publicJwk], BOUND)
    const late = await authenticate(await key.assertion(boundToEc, { exp: seconds() + 400 }))
    expect(late.json().error_description).toContain('at most 300 seconds away')
  })

  test('an assertion that is signed by a stranger, tampered with, cut short or no JWT at all is refused', async () => {
    const stranger = await createSigningKey()
    const [header, , signature] = (await key.assertion(clientId)).split('.')
    const claims = Buffer.from(JSON.stringify({ sub: clientId, iss: clientId, jti: 'x', exp: 9e9 })).toString(
      'base64url',
    )
    const assertions = [
      await stranger.assertion(clientId),
      `${header}.${claims}.${signature}`,
      (await key.assertion(clientId)).slice(0, -2),
      'nonsense',
      'a.b.c',
      `${header}.${Buffer.from('{"sub":7}').toString('base64url')}.${signature}`,
    ]
    for (const assertion of assertions) expect((await authenticate(assertion)).statusCode).toBe(401)
  })

  test("another client's assertion is not taken for this one's (RFC 7521 §4.2)", async () => {
    const other = await registerWith([key.publicJwk])
    const assertion = await key.assertion(other)
    expect((await authenticate(assertion, { client_id: clientId })).statusCode).toBe(401)
    const mixed = await key.assertion(clientId, { sub: other })
    expect((await authenticate(mixed)).statusCode).toBe(401)
  })

  test('CVE-2026-4282: a JWT that was made for something else is not taken for an assertion', async () => {
    for (const typ of ['dpop+jwt', 'data-token+jwt', 'at+jwt']) {
      expect((await authenticate(await key.assertion(clientId, {}, { typ }))).statusCode).toBe(401)
    }
    for (const typ of ['JWT', 'client-authentication+jwt']) {
      expect((await authenticate(await key.assertion(clientId, {}, { typ }))).json()).toMatchObject(SUCCEEDED)
    }
  })

  test('CVE-2020-15222, CVE-2020-5300: of 50 uses of one assertion at once, on two instances, exactly one succeeds', async () => {
    const instances = [provider.app, await provider.startInstance()]
    const proof = { client_assertion_type: ASSERTION_TYPE, client_assertion: await key.assertion(clientId) }
    const fields = { grant_type: 'refresh_token', refresh_token: 'none', ...proof }
    const responses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => provider.token(fields, {}, instances[index % 2])),
    )
    const errors = responses.map((response) => response.json<{ error: string }>().error)
    expect(errors.filter((error) => error === 'invalid_grant')).toHaveLength(1)
    expect(errors.filter((error) => error === 'invalid_client')).toHaveLength(49)
    await instances[1]?.close()
  })

  test('CVE-2020-15222: a jti cannot be used again in another assertion, nor at another endpoint, nor in another case', async () => {
    const jti = 'jti-postgresql'
    expect((await authenticate(await key.assertion(clientId, { jti }))).json()).toMatchObject(SUCCEEDED)
    const again = await key.assertion(clientId, { jti, exp: seconds() + 200 })
    expect((await authenticate(again)).statusCode).toBe(401)
    const proof = { client_assertion_type: ASSERTION_TYPE, client_assertion: again }
    const push = await provider.push({ client_id: clientId, client_secret: undefined, ...proof })
    expect(push.statusCode).toBe(401)
    const other = await key.assertion(clientId, { jti: jti.toUpperCase() })
    expect((await authenticate(other)).json()).toMatchObject(SUCCEEDED)
  })

  test('two clients may use the same jti, and a refused assertion spends none', async () => {
    const jti = 'shared-postgresql'
    const other = await registerWith([key.publicJwk])
    expect((await authenticate(await key.assertion(clientId, { jti, aud: 'https://x.example' }))).statusCode).toBe(401)
    expect((await authenticate(await key.assertion(clientId, { jti }))).json()).toMatchObject(SUCCEEDED)
    expect((await authenticate(await key.assertion(other, { jti }))).json()).toMatchObject(SUCCEEDED)
  })

  test('a used assertion is remembered for longer than it lives, by a hash alone', async () => {
    const jti = 'remembered-postgresql'
    await authenticate(await key.assertion(clientId, { jti, exp: seconds() + 290 }))
    const [row] = await provider.database.sql<{ seconds: number }>`
      select max(extract(epoch from expires_at - now()))::int as seconds from provider.used_jwts`
    expect(row?.seconds).toBeGreaterThan(300)
    const rows = await provider.database.sql`select u::text as row from provider.used_jwts u`
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(jti).toString('hex'))
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

  test('RFC 7521 §4.2: an assertion of another type, as SAML, is invalid_client', async () => {
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'
    expect((await authenticate(await key.assertion(clientId), { client_assertion_type })).statusCode).toBe(401)
  })

  test('a client proves itself in the way that it registered, and in no other', async () => {
    const withSecret = provider.client
    const forged = await key.assertion(withSecret.client_id)
    expect((await authenticate(forged, { client_id: withSecret.client_id })).statusCode).toBe(401)
    const none = { client_assertion: undefined, client_assertion_type: undefined, client_id: clientId }
    expect((await authenticate('', none)).statusCode).toBe(401)
    expect((await authenticate('', { ...none, client_secret: '' })).statusCode).toBe(401)
    expect((await authenticate('', { ...none, client_secret: 'guess' })).statusCode).toBe(401)
  })

  test('whatever an assertion holds, the answer is a refusal and never a bug', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
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

  test('neither an assertion nor a jti reaches the log', async () => {
    const jti = 'logged-postgresql'
    const assertion = await key.assertion(clientId, { jti })
    await authenticate(assertion)
    await authenticate(assertion)
    expect(provider.log.join('')).not.toContain(jti)
    expect(provider.log.join('')).not.toContain(assertion.split('.').at(-1))
  })
})
