import { generateDataTokenSecret, hashClaimValue, readDataTokenKeys } from '@countersign/data-token'
import { type AppKey, newAppKey } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealClaims, startTestProvider, tokenBody } from '../test/provider.ts'
import { type Countersign, createCountersign } from './countersign.ts'

const SECRET = Buffer.alloc(32, 7).toString('base64url')
const FROM_DEVICE = { update_secret: SECRET }
const HOME = { email: 'ada@home.example', name: 'Ada Lovelace' }

const provider = startBeforeAll(startTestProvider)
let key: AppKey
let countersign: Countersign
beforeAll(async () => {
  key = await newAppKey()
  countersign = createCountersign({ ...provider.registered, claimsDecryptionKey: JSON.stringify(key.privateJwk) })
})
beforeEach(() => provider.answerKeysWith({ body: { keys: provider.keys.publicKeys } }))

async function signIn(inner: object = FROM_DEVICE) {
  provider.answerDataToken(await sealClaims(key, { inner }))
  const { flow } = await countersign.beginSignIn()
  return countersign.finishSignIn(provider.callback(flow), flow)
}

type Update = Parameters<typeof provider.makeDataUpdate>[1]

/** An update from the device that approved, with changes. */
async function updateOf({ inner = {}, ...changes }: Update = {}) {
  return provider.makeDataUpdate(key, { claims: HOME, ...changes, inner: { ...FROM_DEVICE, ...inner } })
}

async function refreshWith(update: string, dataState: string | undefined) {
  provider.answerTokensWith({ body: tokenBody(update) })
  return countersign.refresh('cs_rt_1', { dataState })
}

describe('a data update:', () => {
  test('brings all that is shared as it is now, what is gone, and the state for the next', async () => {
    const { dataState } = await signIn()
    const { data, refusedData } = await refreshWith(await updateOf({ claims: { ...HOME, name: '' } }), dataState)
    expect(refusedData).toBeUndefined()
    expect(data).toEqual({
      subject: 'person-1',
      claims: { email: HOME.email },
      gone: ['name'],
      emailVerified: false,
      phoneNumberVerified: false,
      verifications: {},
      asOf: expect.any(Date),
      version: 1,
      dataState: expect.any(String),
    })
    expect(Math.abs(Number(data?.asOf) - Date.now())).toBeLessThan(60_000)
    const next = await refreshWith(await updateOf({ version: 2 }), data?.dataState)
    expect(next.data).toMatchObject({ claims: HOME, gone: [], version: 2 })
  })

  test('is no data when it is repeated, and is refused when it is older', async () => {
    const { dataState } = await signIn()
    const newest = await updateOf({ version: 7 })
    const { data } = await refreshWith(newest, dataState)
    expect(await refreshWith(newest, data?.dataState)).toMatchObject({ data: undefined })
    expect(await refreshWith(newest, data?.dataState)).not.toHaveProperty('refusedData')
    const older = await refreshWith(await updateOf({ version: 6 }), data?.dataState)
    expect(older).toMatchObject({ refusedData: { code: 'older_data' } })
    expect(older).not.toHaveProperty('data')
  })

  test('says whether a changed address was verified', async () => {
    const { dataState } = await signIn()
    const value_sha256 = (await hashClaimValue(SECRET, HOME.email)) ?? ''
    const attested = { claim: 'email', value_sha256, method: 'email_code', verified_at: 1, until: 2_000_000_000 }
    const update = await updateOf({ inner: { salts: { email: SECRET } }, outer: { claim_attestations: [attested] } })
    expect((await refreshWith(update, dataState)).data).toMatchObject({ emailVerified: true })
  })

  test.each<[string, string, () => Promise<string>]>([
    ['about another person', 'wrong_subject', () => updateOf({ outer: { sub: 'person-2' } })],
    ['for another grant', 'foreign_claims', () => updateOf({ outer: { auth_request_id: 'other' } })],
    ['for another app', 'wrong_audience', () => updateOf({ outer: { aud: 'app-2' } })],
    ['of another provider', 'wrong_issuer', () => updateOf({ outer: { iss: 'https://other.example' } })],
    ['that another key signed', 'bad_signature', async () => updateOf({ by: await strangeKeys() })],
    ['from another device', 'foreign_claims', () => updateOf({ inner: { update_secret: 'x'.repeat(43) } })],
    ['without the secret', 'foreign_claims', () => updateOf({ inner: { update_secret: undefined } })],
    ['whose seal has another version', 'foreign_claims', () => updateOf({ inner: { version: 9 } })],
    ['that has expired', 'token_expired', () => updateOf({ ageSeconds: 31 * 86_400 })],
    ['of a grant that has ended', 'token_expired', () => updateOf({ grantEndsAt: new Date(1_000_000) })],
    ['from the future', 'token_not_yet_valid', () => updateOf({ ageSeconds: -600 })],
    [
      'that is the data token of a sign-in',
      'invalid_token',
      async () => provider.makeDataToken(await sealClaims(key, { inner: FROM_DEVICE })),
    ],
    ['that is no token', 'invalid_token', async () => 'a.b.c'],
  ])('one %s is refused (%s), and the tokens are good', async (_case, code, forge) => {
    const { dataState } = await signIn()
    const refreshed = await refreshWith(await forge(), dataState)
    expect(refreshed).toMatchObject({ tokens: { refreshToken: 'cs_rt_1' }, refusedData: { name: 'SignInError', code } })
    expect(refreshed).not.toHaveProperty('data')
  })

  test('is refused without its state, and says what to keep', async () => {
    const { dataState = '' } = await signIn()
    const whole: object = JSON.parse(Buffer.from(dataState, 'base64url').toString())
    const stateOf = (changes: object) => Buffer.from(JSON.stringify({ ...whole, ...changes })).toString('base64url')
    const damaged = [{ grant: '' }, { subject: undefined }, { secret: 1 }, { version: '0' }, { version: -1 }].map(
      stateOf,
    )
    for (const state of [undefined, '', 'x', 'bnVsbA', ...damaged]) {
      const { refusedData } = await refreshWith(await updateOf(), state)
      expect(refusedData, state).toMatchObject({
        code: 'no_data_state',
        message: expect.stringMatching(
          `dataState is ${state === undefined ? 'missing' : 'damaged'}: keep that of finishSignIn, .* beside the refresh token`,
        ),
      })
    }
  })

  test('costs no token where the keys cannot be had', async () => {
    const { dataState } = await signIn()
    provider.answerKeysWith({ status: 503 })
    const fresh = createCountersign({ ...provider.registered, claimsDecryptionKey: JSON.stringify(key.privateJwk) })
    provider.answerTokensWith({ body: tokenBody(await updateOf()) })
    expect(await fresh.refresh('cs_rt_1', { dataState })).toMatchObject({
      tokens: { accessToken: 'cs_at_1' },
      refusedData: { code: 'unreachable', advice: 'try_later' },
    })
  })

  test('passes for no sign-in', async () => {
    await expect(countersign.readClaims(await updateOf())).rejects.toHaveProperty('code', 'invalid_token')
  })
})

test('a sign-in that is not kept up to date has no data state', async () => {
  expect(await signIn({})).toMatchObject({ claims: { email: 'ada@example.org' }, dataState: undefined })
})

test('the secret of updates is not among the claims that an app reads', async () => {
  const token = provider.makeDataToken(await sealClaims(key, { inner: FROM_DEVICE }))
  expect(JSON.stringify(await countersign.readClaims(token))).not.toContain(SECRET)
})

async function strangeKeys() {
  return readDataTokenKeys(await generateDataTokenSecret())
}

describe('a security event token', () => {
  const EVENTS = { 'urn:countersign:event:data-changed': {} }
  const make = (changes: object = {}, typ = 'secevent+jwt') =>
    provider.makeIdToken({ exp: undefined, jti: '1', events: EVENTS, ...changes }, { typ })

  test('says whose data has changed', async () => {
    await expect(countersign.readEvent(make())).resolves.toEqual({ subject: 'person-1' })
  })

  test.each([
    ['is an id_token', () => make({}, 'JWT')],
    ['is a logout token', () => make({}, 'logout+jwt')],
    ['is for another app', () => make({ aud: 'app-2' })],
    ['comes from another provider', () => make({ iss: 'https://other.example' })],
    ['is older than a day', () => make({ iat: Math.floor(Date.now() / 1000) - 2 * 86_400 })],
    ['has no subject', () => make({ sub: undefined })],
    ['has an empty subject', () => make({ sub: '' })],
    ['tells of another event', () => make({ events: { other: {} } })],
    ['has no events', () => make({ events: undefined })],
    ['has no identifier', () => make({ jti: undefined })],
    ['is malformed', () => 'a.b.c'],
  ])('is refused if it %s (RFC 8417)', async (_case, forge) => {
    await expect(countersign.readEvent(forge())).rejects.toHaveProperty('code', 'invalid_event')
  })

  test('is refused if another key signed it', async () => {
    const forged = provider.makeIdToken({ jti: '1', events: EVENTS }, { by: await strangeKeys(), typ: 'secevent+jwt' })
    await expect(countersign.readEvent(forged)).rejects.toHaveProperty('code', 'invalid_event')
  })
})
