import { createHmac } from 'node:crypto'
import { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys } from '@countersign/data-token'
import { type AppKey, newAppKey, sealFor } from '@countersign/data-token/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDataToken, makeIdToken, startTestProvider, type TestProvider, tokenBody } from '../test/provider.ts'
import { type Countersign, createCountersign } from './countersign.ts'
import type { SignInErrorCode } from './errors.ts'
import type { SignInFlow } from './flow.ts'
import type { CountersignSettings } from './settings.ts'

const REDIRECT_URI = 'http://localhost:8090/callback'
const REQUEST = { aud: 'app-1', sub: 'person-1', auth_request_id: '7f6c1a52-8ab3-4c27-9d41-1f2f6a3f7c11' }
const NO_PAR = { pushed_authorization_request_endpoint: undefined }
const SECRET = 'a secret that the app and the attester share'

let provider: TestProvider
let stranger: DataTokenKeys
let app: AppKey
let countersign: Countersign

beforeAll(async () => {
  provider = await startTestProvider()
  stranger = await readDataTokenKeys(await generateDataTokenSecret())
  app = await newAppKey()
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.answerKeysWith({ body: { keys: provider.keys.publicKeys } })
  provider.answerMetadataWith({})
  countersign = connect()
})

function connect(changes: Partial<CountersignSettings> = {}): Countersign {
  const settings = { issuer: provider.issuer, clientId: 'app-1', redirectUri: REDIRECT_URI }
  return createCountersign({ ...settings, claimsDecryptionKey: JSON.stringify(app.privateJwk), ...changes })
}

type Sealed = { readonly inner?: object; readonly header?: Record<string, unknown>; readonly by?: AppKey }

/** Sealed claims like a device's, with changes. */
async function sealed({ inner = {}, header = {}, by = app }: Sealed = {}) {
  const claims_jwe = await sealFor(by, { claims: { email: 'ada@example.org' }, ...REQUEST, ...inner }, header)
  return { claims: {}, claim_names: ['email'], claims_jwe }
}

const soundToken = async (changes: Parameters<typeof makeDataToken>[2] = {}, keys = provider.keys) =>
  makeDataToken(provider.issuer, keys, { ...(await sealed()), ...changes })

/** A forged data token with another header. */
async function withHeader(header: object, sign: (input: string) => string): Promise<string> {
  const [, payload = ''] = (await soundToken()).split('.')
  const input = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}`
  return `${input}.${sign(input)}`
}

/** Signs with the public key as an HMAC secret (CVE-2015-9235). */
async function confused(): Promise<string> {
  const [jwk] = provider.keys.publicKeys
  const header = { alg: 'HS256', typ: 'data-token+jwt', kid: jwk?.kid }
  return withHeader(header, (input) => createHmac('sha256', JSON.stringify(jwk)).update(input).digest('base64url'))
}

async function tampered(): Promise<string> {
  const { claims_jwe, ...others } = await sealed()
  const parts = claims_jwe.split('.')
  parts[3] = `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`
  return makeDataToken(provider.issuer, provider.keys, { ...others, claims_jwe: parts.join('.') })
}

type Answer = Readonly<Record<string, unknown>>

async function comeBack(answer: Answer, { flow, code }: { flow?: SignInFlow; code?: string } = {}) {
  const begun = flow ?? (await countersign.beginSignIn()).flow
  provider.answerTokensWith({ body: { ...tokenBody(), ...answer } })
  const query = new URLSearchParams({ code: code ?? begun.nonce ?? '', state: begun.state, iss: provider.issuer })
  return countersign.finishSignIn(`/callback?${query.toString()}`, begun)
}

const refused = (code: SignInErrorCode) => ({ name: 'SignInError', code })

describe('a data token is refused, whoever hands it over', () => {
  const rows: readonly [string, () => Promise<string>, SignInErrorCode][] = [
    ['that another key signed', () => soundToken({}, stranger), 'bad_signature'],
    ['that nobody signed (CVE-2015-2951)', () => withHeader({ alg: 'none' }, () => ''), 'bad_signature'],
    ['that is signed with the public key as a secret (CVE-2015-9235)', confused, 'bad_signature'],
    ['of another app', async () => soundToken({ ...(await sealed()), aud: 'app-2' }), 'wrong_audience'],
    ['of another provider', () => soundToken({ iss: 'https://other.example' }), 'wrong_issuer'],
    ['that has expired', () => soundToken({ ageSeconds: 600 }), 'token_expired'],
    ['from the future', () => soundToken({ ageSeconds: -120 }), 'token_not_yet_valid'],
    [
      'around what was sealed for another request',
      async () => soundToken(await sealed({ inner: { auth_request_id: 'another' } })),
      'foreign_claims',
    ],
    [
      'around what another person sealed',
      async () => soundToken(await sealed({ inner: { sub: 'person-2' } })),
      'foreign_claims',
    ],
    ['around sealed claims that were tampered with', tampered, 'unreadable_claims'],
    [
      'around claims that are sealed for the key of another app',
      async () => soundToken(await sealed({ by: await newAppKey() })),
      'unknown_claims_key',
    ],
    [
      'around claims whose key id was swapped for another',
      async () => soundToken(await sealed({ header: { kid: 'A'.repeat(43) } })),
      'unknown_claims_key',
    ],
    ['with claims in the open', () => soundToken({ claims: { email: 'eve@example.org' } }), 'invalid_token'],
    [
      'with nothing but claims in the open',
      () => makeDataToken(provider.issuer, provider.keys, { claims: {} }),
      'plain_claims',
    ],
    ['that is none', async () => 'a.b.c', 'invalid_token'],
  ]

  test.each(rows)('%s', async (_case, make, code) => {
    await expect(countersign.readClaims(await soundToken())).resolves.toHaveProperty('claims.email')
    await expect(countersign.readClaims(await make())).rejects.toMatchObject(refused(code))
  })

  test('that a public key signed where a secret is shared, or the other way round', async () => {
    const shared = await readDataTokenKeys(SECRET)
    const bySecret = connect({ dataTokenSecret: SECRET })
    await expect(bySecret.readClaims(await soundToken({}, shared))).resolves.toHaveProperty('subject')
    await expect(bySecret.readClaims(await soundToken())).rejects.toMatchObject(refused('bad_signature'))
    await expect(countersign.readClaims(await soundToken({}, shared))).rejects.toMatchObject(refused('bad_signature'))
  })
})

test.each([
  ['a JWK', () => JSON.stringify(provider.keys.publicKeys[0])],
  ['a JWK Set, after a space', () => ` ${JSON.stringify({ keys: provider.keys.publicKeys })}`],
  ['PEM', () => `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(64)}\n-----END PUBLIC KEY-----`],
])('what is published is taken for no secret, as %s: everybody could forge (CVE-2015-9235)', (_case, published) => {
  expect(() => connect({ dataTokenSecret: published() })).toThrow(/^dataTokenSecret must be the secret/)
})

describe('an id_token is refused', () => {
  const rows: readonly [string, object, SignInErrorCode, string?][] = [
    ['of another sign-in', { nonce: 'another' }, 'nonce_mismatch'],
    ['about another person than the data token', { sub: 'person-2' }, 'wrong_subject'],
    ['of another app', { aud: 'app-2' }, 'invalid_id_token'],
    ['that was made for others too', { aud: ['app-1', 'app-2'] }, 'invalid_id_token'],
    ['of another provider', { iss: 'https://other.example' }, 'invalid_id_token'],
    ['that has expired', { exp: 1 }, 'invalid_id_token'],
    ['from the future', { iat: 9_999_999_999, exp: 9_999_999_999 }, 'invalid_id_token'],
    ['that came with another access token', { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'invalid_id_token'],
    ['that is a data token', {}, 'invalid_id_token', 'data-token+jwt'],
    ['that is a logout token', {}, 'invalid_id_token', 'logout+jwt'],
  ]

  test.each(rows)('%s', async (_case, changes, code, typ) => {
    const { flow } = await countersign.beginSignIn()
    const idToken = makeIdToken(provider.issuer, provider.keys, { nonce: flow.nonce, ...changes }, typ)
    const answer = { data_token: await soundToken(), id_token: idToken }
    await expect(comeBack(answer, { flow })).rejects.toMatchObject(refused(code))
  })

  test('that another key signed, or nobody', async () => {
    const { flow } = await countersign.beginSignIn()
    const forged = makeIdToken(provider.issuer, stranger, { nonce: flow.nonce })
    const [header = '', payload = ''] = forged.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const id_token of [forged, unsigned, header]) {
      const answer = { data_token: await soundToken(), id_token }
      await expect(comeBack(answer, { flow })).rejects.toMatchObject(refused('invalid_id_token'))
    }
  })

  test('that is missing where somebody was to be signed in', async () => {
    const answer = { data_token: await soundToken(), id_token: undefined }
    await expect(comeBack(answer)).rejects.toMatchObject(refused('invalid_response'))
  })
})

describe('a way back is refused', () => {
  const query = (parameters: Record<string, string>) => `/callback?${new URLSearchParams(parameters).toString()}`

  test('from another provider than the one that was asked (mix-up, RFC 9207)', async () => {
    const { flow } = await countersign.beginSignIn()
    const answer = query({ code: 'stolen', state: flow.state, iss: 'https://attacker.example' })
    await expect(countersign.finishSignIn(answer, flow)).rejects.toMatchObject(refused('issuer_mismatch'))
  })

  test('a second time: by a session that forgot it, and by the provider', async () => {
    const { flow } = await countersign.beginSignIn()
    const answer = query({ code: flow.nonce ?? '', state: flow.state, iss: provider.issuer })
    await expect(countersign.finishSignIn(answer, undefined)).rejects.toMatchObject(refused('lost_session'))
    provider.answerTokensWith({ status: 400, body: { error: 'invalid_grant' } })
    await expect(countersign.finishSignIn(answer, flow)).rejects.toMatchObject(refused('invalid_grant'))
  })

  test.each([{}, { state: '', codeVerifier: '' }, { state: 'only' }, null])(
    'with a session that holds %j in the place of a sign-in',
    async (kept) => {
      // JavaScript or a session store can pass it.
      const flow: SignInFlow = JSON.parse(JSON.stringify(kept))
      await expect(countersign.finishSignIn(query({ state: 'only' }), flow)).rejects.toMatchObject(
        refused('lost_session'),
      )
    },
  )

  test('that is no address', async () => {
    const { flow } = await countersign.beginSignIn()
    await expect(countersign.finishSignIn('http://[', flow)).rejects.toMatchObject(refused('invalid_callback'))
  })
})

describe('a provider that lies about itself', () => {
  test.each([
    ['is another issuer', { issuer: 'https://other.example' }, 'metadata_mismatch'],
    ['sends browsers elsewhere without https', { authorization_endpoint: 'http://other.example' }, 'invalid_response'],
    ['takes secrets without https', { token_endpoint: 'http://other.example' }, 'invalid_response'],
    ['has no keys', { jwks_uri: 1 }, 'invalid_response'],
    ['runs a script', { authorization_endpoint: 'javascript:alert(1)' }, 'invalid_response'],
    [
      'demands pushed requests and takes none',
      { require_pushed_authorization_requests: true, ...NO_PAR },
      'unsupported',
    ],
  ] as const)('is refused where it %s', async (_case, metadata, code) => {
    provider.answerMetadataWith(metadata)
    await expect(countersign.beginSignIn()).rejects.toMatchObject(refused(code))
  })
})

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const make = (changes: object = {}, keys = provider.keys, typ = 'logout+jwt') =>
    makeIdToken(provider.issuer, keys, { jti: '1', events: EVENTS, ...changes }, typ)

  test('says whom to sign out, and which session', async () => {
    await expect(countersign.readLogoutToken(make())).resolves.toEqual({ subject: 'person-1', sessionId: undefined })
    const session = { sub: undefined, sid: 'session-1', toe: 1_794_996_400 }
    await expect(countersign.readLogoutToken(make(session))).resolves.toEqual({
      subject: undefined,
      sessionId: 'session-1',
      endedAt: new Date(1_794_996_400_000),
    })
  })

  test.each([
    ['is an id_token', () => make({}, provider.keys, 'JWT')],
    ['has a nonce, as an id_token has', () => make({ nonce: 'n' })],
    ['another key signed', () => make({}, stranger)],
    ['is for another app', () => make({ aud: 'app-2' })],
    ['comes from another provider', () => make({ iss: 'https://other.example' })],
    ['has expired', () => make({ exp: 1 })],
    ['names nobody', () => make({ sub: undefined })],
    ['tells of another event', () => make({ events: { other: {} } })],
    ['has no events', () => make({ events: undefined })],
    ['has no identifier', () => make({ jti: undefined })],
    ['is none', () => 'a.b.c'],
  ])('is refused if it %s (Back-Channel Logout 1.0 §2.6)', async (_case, forge) => {
    await expect(countersign.readLogoutToken(forge())).rejects.toMatchObject(refused('invalid_logout_token'))
  })
})
