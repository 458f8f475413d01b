import { createHash } from 'node:crypto'
import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { codeOf } from '@countersign/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAppKey, openWith } from '../../../data-token/test/seal.ts'
import { callsSince, newDevice, signInByPasskey, signUpByPasskey } from '../testing/device.ts'
import { type FakeCore, startFakeCore } from '../testing/fake-core.ts'

const ATTEST = 'POST /api/internal/attest-data/'
const COMMIT = 'POST /api/vault/commits/'
const COMPLETE = 'POST /api/internal/oauth/requests/r1/complete/'

let core: FakeCore
beforeAll(async () => {
  core = await startFakeCore()
})
afterAll(() => core.close())

const books = { clientId: 'books', host: 'books.example', encryptionKey: undefined }
const approval = {
  ...books,
  id: 'r1',
  appName: 'Books',
  scopes: ['openid', 'email'],
  claims: { email: 'ada@example.org' },
}
const keyA: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }

const eventsOf = async (device: ReturnType<typeof newDevice>) =>
  (await device.readActivity({})).events.map(({ event }) => event)

describe('an approval', () => {
  test('has core sign exactly the claims of the page, is written down, and only then completes', async () => {
    const { device, profile } = await signUpByPasskey(core)
    const before = core.seen.length
    expect(await device.approve(approval)).toEqual({
      redirectUri: 'https://books.example/cb',
      code: 'cs_ac_1',
      state: 's',
    })
    expect(callsSince(core, before)).toEqual([ATTEST, COMMIT, COMPLETE])
    expect(core.seen[before]?.body).toEqual({
      auth_request_id: 'r1',
      user_id: profile.userId,
      audience: 'books',
      claims: { email: 'ada@example.org' },
    })
    expect(core.seen.at(-1)?.body).toEqual({ approved_scopes: ['openid', 'email'], data_token: 'a.b.c' })
    expect(await eventsOf(device)).toEqual([
      {
        type: 'released',
        at: expect.any(String),
        device: 'Chrome on Linux',
        auth_request_id: 'r1',
        app: { client_id: 'books', name: 'Books', host: 'books.example' },
        scopes: ['openid', 'email'],
        claims: ['email'],
        sealed: false,
        data_token_sha256: createHash('sha256').update('a.b.c').digest('base64url'),
      },
    ])
  })

  test('never carries a claim that was not in the call, whatever the vault holds', async () => {
    const { device } = await signUpByPasskey(core)
    await device.saveProfile({ values: { email: 'secret@example.org', name: 'Secret', phone: '+41 secret' } })
    const claims = fc.dictionary(fc.constantFrom('email', 'name', 'nickname', 'birthdate'), fc.string())
    await fc.assert(
      fc.asyncProperty(claims, async (shown) => {
        const before = core.seen.length
        await device.approve({ ...approval, claims: shown })
        const attested = core.seen[before]?.body as { claims: object }
        expect(attested.claims).toEqual({ ...shown })
        expect(JSON.stringify(core.seen.slice(before).map(({ body }) => body))).not.toMatch(/secret/i)
      }),
      { numRuns: 25 },
    )
  })

  test('that cannot be written down releases nothing', async () => {
    const { device } = await signUpByPasskey(core)
    core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
    const before = core.seen.length
    expect(await codeOf(device.approve(approval))).toBe('service_unavailable')
    expect(callsSince(core, before)).toEqual([ATTEST, COMMIT])
  })

  test.each([
    ['was refused', { status: 410, body: { code: 'request_expired' } }, 'request_expired'],
    ['has an unknown outcome twice', { status: 503, body: {}, times: 2 }, 'service_unavailable'],
  ] as const)('whose release %s says so in the activity', async (_case, answer, code) => {
    const { device } = await signUpByPasskey(core)
    core.once.set(COMPLETE, answer)
    expect(await codeOf(device.approve(approval))).toBe(code)
    expect((await eventsOf(device)).map(({ type }) => type)).toEqual(['not_released', 'released'])
  })

  test('whose answer was lost is repeated once as it was, and is one release in the activity', async () => {
    const { device } = await signUpByPasskey(core)
    core.once.set(COMPLETE, 'lost')
    const before = core.seen.length
    expect(await device.approve(approval)).toMatchObject({ code: 'cs_ac_1' })
    expect(callsSince(core, before)).toEqual([ATTEST, COMMIT, COMPLETE, COMPLETE])
    const [first, again] = core.seen.slice(-2)
    expect(again?.body).toEqual(first?.body)
    expect((await eventsOf(device)).map(({ type }) => type)).toEqual(['released'])
  })

  test('is written down although another device wrote at the same time', async () => {
    const { device, passkey } = await signUpByPasskey(core)
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
    await phone.approve({ ...approval, id: 'r2' })
    await device.approve(approval)
    const requests = (await eventsOf(device)).map((event) => 'auth_request_id' in event && event.auth_request_id)
    expect(requests).toEqual(['r1', 'r2'])
  })
})

describe('an app with an encryption key', () => {
  test('is the only one that can read what is shared with it', async () => {
    const { device, profile } = await signUpByPasskey(core)
    const app = await newAppKey('X25519')
    const before = core.seen.length
    await device.approve({ ...approval, encryptionKey: app.publicJwk as ClaimsEncryptionJwk })
    const body = core.seen[before]?.body as { claim_names: string[]; claims_jwe: string }
    expect(body).toEqual({
      auth_request_id: 'r1',
      user_id: profile.userId,
      audience: 'books',
      claim_names: ['email'],
      claims_jwe: expect.any(String),
    })
    const { content } = await openWith(app, body.claims_jwe)
    expect(content).toEqual({
      claims: { email: 'ada@example.org' },
      aud: 'books',
      sub: profile.userId,
      auth_request_id: 'r1',
    })
  })
})

test('claims for a pairwise app are sealed under the name that it knows the person by, and under no other', async () => {
  const { device, profile } = await signUpByPasskey(core)
  const app = await newAppKey('X25519')
  const before = core.seen.length
  const encryptionKey = app.publicJwk as ClaimsEncryptionJwk
  await device.approve({ ...approval, encryptionKey, subject: 'known-to-this-app-alone' })
  const body = core.seen[before]?.body as { user_id: string; claims_jwe: string }
  const { content } = await openWith(app, body.claims_jwe)
  expect(content).toMatchObject({ sub: 'known-to-this-app-alone' })
  expect(JSON.stringify(content)).not.toContain(profile.userId)
  expect(body.user_id).toBe(profile.userId)
})

describe('a known app', () => {
  test('is told from one that asks for the first time', async () => {
    const { device } = await signUpByPasskey(core)
    expect(await device.checkApp(books)).toMatchObject({ knownSince: undefined, keyChanged: false })
    await device.approve(approval)
    expect(await device.checkApp(books)).toEqual({
      knownSince: expect.stringMatching(/^20/),
      hostChanged: undefined,
      keyChanged: false,
    })
  })

  test('that returns elsewhere is pointed out, until that was approved', async () => {
    const { device } = await signUpByPasskey(core)
    await device.approve(approval)
    const moved = { ...books, host: 'b00ks.example' }
    const hostChanged = { before: 'books.example', after: 'b00ks.example' }
    expect(await device.checkApp(moved)).toMatchObject({ hostChanged })
    await device.approve({ ...approval, ...moved })
    expect(await device.checkApp(moved)).toMatchObject({ hostChanged: undefined })
  })

  test('that gets its first key needs no confirmation, and is held to it from then on', async () => {
    const { device } = await signUpByPasskey(core)
    await device.approve(approval)
    expect(await device.checkApp({ ...books, encryptionKey: keyA })).toMatchObject({ keyChanged: false })
    await device.approve({ ...approval, encryptionKey: keyA })
    expect(await device.checkApp({ ...books, encryptionKey: keyA })).toMatchObject({ keyChanged: false })
    expect(await device.checkApp(books)).toMatchObject({ keyChanged: true })
  })

  test('named like a property of every object is unknown like any other', async () => {
    const { device } = await signUpByPasskey(core)
    expect(await device.checkApp({ ...books, clientId: 'constructor' })).toMatchObject({ knownSince: undefined })
  })
})
