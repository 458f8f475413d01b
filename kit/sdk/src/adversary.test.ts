import { type DataTokenKeys, generateDataTokenSecret, readDataTokenKeys } from '@countersign/data-token'
import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealClaims, startTestProvider, tokenBody } from '../test/provider.ts'
import type { CountersignSettings } from './checked-settings.ts'
import { type Countersign, createCountersign } from './countersign.ts'
import type { SignInErrorCode } from './errors.ts'
import type { SignInFlow } from './flow.ts'

const NO_PAR = { pushed_authorization_request_endpoint: undefined }
const SECRET = 'a secret that the app and the attester share'

const provider = startBeforeAll(startTestProvider)
let stranger: DataTokenKeys
let app: AppKey
let countersign: Countersign

beforeAll(async () => {
  stranger = await readDataTokenKeys(await generateDataTokenSecret())
  app = await newAppKey()
})
beforeEach(() => {
  provider.answerKeysWith({ body: { keys: provider.keys.publicKeys } })
  provider.answerMetadataWith({})
  countersign = connect()
})

function connect(changes: Partial<CountersignSettings> = {}): Countersign {
  const claimsDecryptionKey = JSON.stringify(app.privateJwk)
  return createCountersign({ ...provider.registered, claimsDecryptionKey, ...changes })
}

type Token = NonNullable<Parameters<typeof provider.makeDataToken>[0]>

const soundToken = async (changes: Token = {}, by = provider.keys) =>
  provider.makeDataToken({ ...(await sealClaims(app)), ...changes }, by)

async function tampered(): Promise<string> {
  const { claims_jwe, ...others } = await sealClaims(app)
  const parts = claims_jwe.split('.')
  parts[3] = `${parts[3]?.startsWith('A') ? 'B' : 'A'}${parts[3]?.slice(1)}`
  return provider.makeDataToken({ ...others, claims_jwe: parts.join('.') })
}

async function comeBack(answer: object, flow: SignInFlow) {
  provider.answerTokensWith({ body: { ...tokenBody(), ...answer } })
  return countersign.finishSignIn(provider.callback(flow), flow)
}

const refused = (code: SignInErrorCode) => ({ name: 'SignInError', code })

// Forged, foreign and outdated ones are cases of the vectors (data-token-vectors.test.ts).
describe('a data token is refused from any source', () => {
  const rows: readonly [string, () => Promise<string>, SignInErrorCode][] = [
    ['around sealed claims that were tampered with', tampered, 'unreadable_claims'],
    [
      'around claims whose key id was swapped for another',
      async () => soundToken(await sealClaims(app, { header: { kid: 'A'.repeat(43) } })),
      'unknown_claims_key',
    ],
    ['without a subject', () => soundToken({ sub: '' }), 'invalid_token'],
    ['without an authorization request', () => soundToken({ auth_request_id: '' }), 'invalid_token'],
    ['that is malformed', async () => 'a.b.c', 'invalid_token'],
  ]

  test.each(rows)('%s', async (_case, make, code) => {
    await expect(countersign.readClaims(await soundToken())).resolves.toHaveProperty('claims.email')
    await expect(countersign.readClaims(await make())).rejects.toMatchObject(refused(code))
  })

  test('if a public key signed where a secret is shared, or vice versa', async () => {
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
])('a public key as dataTokenSecret is refused, as %s (CVE-2015-9235)', (_case, published) => {
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
    const idToken = provider.makeIdToken({ nonce: flow.nonce, ...changes }, { typ })
    const answer = { data_token: await soundToken(), id_token: idToken }
    await expect(comeBack(answer, flow)).rejects.toMatchObject(refused(code))
  })

  test('that another key signed, or that is unsigned', async () => {
    const { flow } = await countersign.beginSignIn()
    const forged = provider.makeIdToken({ nonce: flow.nonce }, { by: stranger })
    const [header = '', payload = ''] = forged.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const id_token of [forged, unsigned, header]) {
      const answer = { data_token: await soundToken(), id_token }
      await expect(comeBack(answer, flow)).rejects.toMatchObject(refused('invalid_id_token'))
    }
  })

  test('that is missing where openid was requested', async () => {
    const { flow } = await countersign.beginSignIn()
    const answer = { data_token: await soundToken(), id_token: undefined }
    await expect(comeBack(answer, flow)).rejects.toMatchObject(refused('invalid_response'))
  })
})

describe('a way back is refused', () => {
  test('a second time: by a session that forgot it, and by the provider', async () => {
    const { flow } = await countersign.beginSignIn()
    const answer = provider.callback(flow)
    await expect(countersign.finishSignIn(answer, undefined)).rejects.toMatchObject(refused('lost_session'))
    provider.answerTokensWith({ status: 400, body: { error: 'invalid_grant' } })
    await expect(countersign.finishSignIn(answer, flow)).rejects.toMatchObject(refused('invalid_grant'))
  })

  test.each([{}, { state: '', codeVerifier: '' }, { state: 'only' }, null])(
    'with a session that holds %j in the place of a sign-in',
    async (kept) => {
      // JavaScript or a session store can pass it.
      const flow: SignInFlow = JSON.parse(JSON.stringify(kept))
      const answer = provider.callback({ state: 'only' })
      await expect(countersign.finishSignIn(answer, flow)).rejects.toMatchObject(refused('lost_session'))
    },
  )

  test('that is no address', async () => {
    const { flow } = await countersign.beginSignIn()
    await expect(countersign.finishSignIn('http://[', flow)).rejects.toMatchObject(refused('invalid_callback'))
  })
})

describe('a provider that lies about itself', () => {
  test.each([
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
  const make = (changes: object = {}, by = provider.keys, typ = 'logout+jwt') =>
    provider.makeIdToken({ jti: '1', events: EVENTS, ...changes }, { by, typ })

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
    ['has no subject', () => make({ sub: undefined })],
    ['tells of another event', () => make({ events: { other: {} } })],
    ['has no events', () => make({ events: undefined })],
    ['has no identifier', () => make({ jti: undefined })],
    ['is malformed', () => 'a.b.c'],
  ])('is refused if it %s (Back-Channel Logout 1.0 §2.6)', async (_case, forge) => {
    await expect(countersign.readLogoutToken(forge())).rejects.toMatchObject(refused('invalid_logout_token'))
  })
})
