import { createHash } from 'node:crypto'
import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { type AppKey, newAppKey, openWith } from '@countersign/data-token/testing'
import { type ClaimValues, createMemoryStorage, type Device, toFailure } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalOf, type RequestApproval, showClaims } from '../support/approval.ts'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { APP_REDIRECT_URI } from '../support/system.ts'

const ATTEST = 'POST /api/internal/attest-data/'
const COMMIT = 'POST /api/vault/commits/'
const completionOf = ({ id }: RequestApproval) => `POST /api/internal/oauth/requests/${id}/complete/`

const HOST = new URL(APP_REDIRECT_URI).host
const SCOPES = { openid: {}, email: {}, profile: {} }

const core = useLyingCore()
let books: AskingApp
beforeAll(async () => {
  books = await registerApp(core.system, { name: 'Books', scopes: SCOPES })
})

/** A request of an app, and a person's yes to it. */
async function newApproval(
  device: Device,
  app = books,
  claims: ClaimValues = { email: 'ada@example.org' },
): Promise<RequestApproval> {
  return { ...(await approvalOf(core, device, (await app.begin()).url)), claims: await showClaims(device, claims) }
}

/** Registers an app with a key of its own. */
async function newApp(registration: { readonly subjectType?: 'pairwise' } = {}): Promise<AskingApp & { key: AppKey }> {
  const key = await newAppKey('X25519')
  const app = await registerApp(core.system, {
    name: 'Books',
    scopes: SCOPES,
    claimsEncryptionKey: key.publicJwk,
    ...registration,
  })
  return { ...app, key }
}

/** What core was handed to sign. */
const attestedSince = (before: number) => core.seen.slice(before).find(({ call }) => call === ATTEST)?.body

const eventsOf = async (device: Device) => (await device.readActivity({})).events.map(({ event }) => event)

describe('an approval', () => {
  test('is written down before core gets exactly the claims of the page to sign, and completes', async () => {
    const { device, profile } = await signUp(core)
    const flow = await books.begin()
    const scopes = ['openid', 'email']
    const claims = await showClaims(device, { email: 'ada@example.org' })
    const approval = { ...(await approvalOf(core, device, flow.url)), scopes, claims }
    const before = core.seen.length
    expect(await device.approve(approval)).toEqual({
      redirectUri: APP_REDIRECT_URI,
      code: expect.stringMatching(/^cs_ac_/),
      state: flow.state,
    })
    expect(callsSince(core, before)).toEqual([COMMIT, ATTEST, completionOf(approval)])
    expect(attestedSince(before)).toEqual({
      auth_request_id: approval.id,
      user_id: profile.userId,
      audience: books.client.clientId,
      claims: { email: 'ada@example.org' },
    })
    const completion = core.seen.at(-1)?.body as { data_token: string }
    expect(completion).toEqual({ approved_scopes: scopes, data_token: expect.stringMatching(/^ey.+\..+\..+$/) })
    expect(await eventsOf(device)).toEqual([
      {
        type: 'released',
        at: expect.any(String),
        device: 'Chrome on Linux',
        auth_request_id: approval.id,
        app: { client_id: books.client.clientId, name: 'Books', host: HOST },
        scopes,
        claims: ['email'],
        values: ['ada@example.org'],
        sealed: false,
        claims_sha256: createHash('sha256').update('{"email":"ada@example.org"}').digest('base64url'),
      },
    ])
  })

  test('never carries a claim that was not shown, whatever the vault holds', async () => {
    const secrets = { email: 'secret@example.org', name: 'Secret', nickname: 'Secretive', address: 'Secret Street 1' }
    const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
    const shownClaims = fc.record(
      {
        email: fc.emailAddress().map((address) => address.toLowerCase()),
        name: fc.string({ minLength: 1 }),
        nickname: fc.string({ minLength: 1 }),
        birthdate: dates.map((date) => date.toISOString().slice(0, 10)),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(shownClaims, async (shown) => {
        const { device } = await signUp(core)
        await device.saveProfile({ values: secrets })
        const approval = await newApproval(device, books, shown)
        const before = core.seen.length
        await device.approve(approval)
        const attested = attestedSince(before) as { claims: object }
        expect(attested.claims).toEqual({ ...shown })
        expect(JSON.stringify(core.seen.slice(before).map(({ body }) => body))).not.toMatch(/secret/i)
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    { email: 'ana@' },
    { picture: 'my cat' },
    { picture: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { locale: 'German' },
    { birthdate: '2023-02-30' },
  ])('of a value that is none of its claim is refused before anything is written down: %j', async (values) => {
    const { device } = await signUp(core)
    const approval = await newApproval(device, books, { name: 'Ana', ...values })
    const before = core.seen.length
    expect(await codeOf(device.approve(approval))).toBe('malformed_claim')
    expect(callsSince(core, before)).toEqual([])
    expect(await eventsOf(device)).toEqual([])
  })

  test('hands over each value in the one form of its claim, however an older vault has it', async () => {
    const { device } = await signUp(core)
    const values = { email: 'Ada@EXAMPLE.org', locale: 'de_ch', picture: 'https://Example.org/ada.png' }
    const approval = await newApproval(device, books, values)
    const before = core.seen.length
    await device.approve(approval)
    expect(attestedSince(before)).toMatchObject({
      claims: { email: 'Ada@example.org', locale: 'de-CH', picture: 'https://example.org/ada.png' },
    })
  })

  test('that cannot be written down releases nothing', async () => {
    const { device } = await signUp(core)
    const approval = await newApproval(device)
    core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
    const before = core.seen.length
    expect(await codeOf(device.approve(approval))).toBe('service_unavailable')
    // From a proxy it would leave open whether it was written: the second says that nothing was released.
    expect(callsSince(core, before)).toEqual([COMMIT, COMMIT])
    expect(JSON.stringify(core.seen.slice(before))).not.toContain('ada@example.org')
    expect((await eventsOf(device)).map(({ type }) => type)).toEqual(['not_released'])
  })

  test.each([
    ['was refused', { status: 410, body: { code: 'request_expired' } }, { code: 'request_expired' }],
    [
      'has an unknown outcome twice',
      { status: 503, body: {}, times: 2 },
      { code: 'service_unavailable', mayBeShared: true },
    ],
  ] as const)(
    'whose release %s says so in the activity, and whether anything may be shared',
    async (_case, answer, failure) => {
      const { device } = await signUp(core)
      const approval = await newApproval(device)
      core.once.set(completionOf(approval), answer)
      expect(await device.approve(approval).catch(toFailure)).toEqual(failure)
      expect((await eventsOf(device)).map(({ type }) => type)).toEqual(['not_released', 'released'])
    },
  )

  test('whose entry may be there, although nobody knows, says that nothing was released', async () => {
    const { device } = await signUp(core)
    const approval = await newApproval(device)
    const before = core.seen.length
    core.once.set(COMMIT, 'lost')
    expect(await device.approve(approval).catch(toFailure)).toEqual({ code: 'offline' })
    expect(attestedSince(before)).toBeUndefined()
    expect((await eventsOf(device)).map(({ type }) => type)).toEqual(['not_released', 'released'])
  })

  test('whose entry was not answered for in time says the same, and what went wrong first is what its owner hears', async () => {
    const { passkey } = await signUp(core)
    let isLate = false
    const slow = newDevice({
      ...core,
      fetch: (url, init) =>
        isLate && url.endsWith('/commits/')
          ? Promise.reject(new DOMException('late', 'TimeoutError'))
          : fetch(url, init),
    })
    await signInByPasskey(slow, passkey)
    const late = await newApproval(slow)
    isLate = true
    const before = core.seen.length
    expect(await codeOf(slow.approve(late))).toBe('timeout')
    expect(attestedSince(before)).toBeUndefined()
    isLate = false
    const refused = await newApproval(slow)
    core.lies.set(ATTEST, (answer) => {
      core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
      return answer
    })
    core.once.set(completionOf(refused), { status: 410, body: { code: 'request_expired' } })
    expect(await codeOf(slow.approve(refused))).toBe('request_expired')
    core.lies.delete(ATTEST)
    expect((await eventsOf(slow)).map(({ type }) => type)).toEqual(['released'])
  })

  test('whose claims core takes and then signs nothing for is in the activity all the same', async () => {
    const { device } = await signUp(core)
    const approval = await newApproval(device)
    core.once.set(ATTEST, { status: 503, body: { code: 'service_unavailable' } })
    const before = core.seen.length
    expect(await codeOf(device.approve(approval))).toBe('service_unavailable')
    expect(attestedSince(before)).toMatchObject({ claims: { email: 'ada@example.org' } })
    const [failed, released] = await eventsOf(device)
    expect([failed?.type, released?.type]).toEqual(['not_released', 'released'])
  })

  test('that failed after it was written down is remembered by the device, which a failing storage does not undo', async () => {
    const storage = createMemoryStorage()
    const { device, profile } = await signUp(core, { storage })
    const approval = await newApproval(device)
    core.once.set(completionOf(approval), { status: 410, body: { code: 'request_expired' } })
    expect(await codeOf(device.approve(approval))).toBe('request_expired')
    const { vaults = {} } = await storage.read()
    expect(vaults[profile.userId]?.gen).toBeGreaterThan(profile.memory.gen)

    const forgetful = { read: () => ({}), keep: () => Promise.reject(new Error('disk full')) }
    const { device: second } = await signUp(core, { storage: forgetful })
    expect(await second.approve(await newApproval(second))).toMatchObject({ code: expect.stringMatching(/^cs_ac_/) })
  })

  test('whose answer was lost is repeated once as it was, and is one release in the activity', async () => {
    const { device } = await signUp(core)
    const flow = await books.begin()
    const approval = await approvalOf(core, device, flow.url)
    const complete = completionOf(approval)
    core.once.set(complete, 'lost')
    const before = core.seen.length
    const released = await device.approve(approval)
    expect(released).toMatchObject({ code: expect.stringMatching(/^cs_ac_/), state: flow.state })
    expect(callsSince(core, before)).toEqual([COMMIT, ATTEST, complete, complete])
    const [first, again] = core.seen.slice(-2)
    expect(again?.body).toEqual(first?.body)
    expect((await eventsOf(device)).map(({ type }) => type)).toEqual(['released'])
  })

  test('is written down although another device wrote at the same time', async () => {
    const { device, passkey } = await signUp(core)
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
    const [first, second] = [await newApproval(phone, books, {}), await newApproval(device, books, {})]
    await phone.approve(first)
    await device.approve(second)
    const requests = (await eventsOf(device)).map((event) => 'auth_request_id' in event && event.auth_request_id)
    expect(requests).toEqual([second.id, first.id])
  })
})

describe('a request that its owner denies', () => {
  test('goes back to the app without a code, and nothing is released or written down', async () => {
    const { device } = await signUp(core)
    const flow = await books.begin()
    const { id } = await approvalOf(core, device, flow.url)
    const before = core.seen.length
    expect(await device.deny({ id })).toEqual({ redirectUri: APP_REDIRECT_URI, state: flow.state })
    expect(callsSince(core, before)).toEqual([`POST /api/internal/oauth/requests/${id}/deny/`])
    expect(await eventsOf(device)).toEqual([])
  })
})

describe('a page that is not honest', () => {
  const NAME = { name: 'Ada Lovelace' }

  /** What the device is told by a page, and the one who made it up. */
  async function newVictim() {
    const { device } = await signUp(core)
    const [email] = await showClaims(device, { email: 'ada@example.org' })
    const [phone] = await showClaims(device, { phone: '+44 20 7946 0958' })
    const [name] = await showClaims(device, NAME)
    return { device, email: email!, phone: phone!, name: name! }
  }

  test.each<
    [string, (shown: Omit<Awaited<ReturnType<typeof newVictim>>, 'device'>) => Partial<RequestApproval>, string]
  >([
    ['a value of its own', ({ email }) => ({ claims: [{ ...email, value: 'eve@example.org' }] }), 'stale_vault'],
    [
      'an entry that is not there',
      ({ email }) => ({ claims: [{ ...email, itemId: crypto.randomUUID() }] }),
      'stale_vault',
    ],
    ['a claim that nobody asked for', ({ phone }) => ({ claims: [phone] }), 'invalid_claims'],
    [
      'a claim of a scope that is off',
      ({ name }) => ({ claims: [name], scopes: ['openid', 'email'] }),
      'invalid_claims',
    ],
    ['one claim twice', ({ email }) => ({ claims: [email, email] }), 'invalid_claims'],
    ['a scope that nobody asked for', () => ({ scopes: ['openid', 'phone'] }), 'invalid_scope'],
    ['a request that was not read', () => ({ id: crypto.randomUUID() }), 'locked'],
  ])('that approves %s has nothing sent to core', async (_case, lie, code) => {
    const { device, ...shown } = await newVictim()
    const approval = await approvalOf(core, device, (await books.begin()).url)
    const before = core.seen.length
    expect(await codeOf(device.approve({ ...approval, ...lie(shown) }))).toBe(code)
    expect(callsSince(core, before)).toEqual([])
  })

  test('cannot name the app, its key or the person: what the device has read counts', async () => {
    const { device, email } = await newVictim()
    const app = await newApp({ subjectType: 'pairwise' })
    const approval = { ...(await approvalOf(core, device, (await app.begin()).url)), claims: [email] }
    const lies = { clientId: books.client.clientId, appName: 'Bank', host: 'bank.example', subject: 'eve' }
    const before = core.seen.length
    await device.approve({ ...approval, ...lies, encryptionKey: undefined } as RequestApproval)
    const body = attestedSince(before) as { audience: string; claims_jwe: string }
    expect(body.audience).toBe(app.client.clientId)
    expect((await openWith(app.key, body.claims_jwe)).content).toMatchObject({ claims: { email: email.value } })
    expect((await eventsOf(device))[0]).toMatchObject({ sealed: true, app: { name: 'Books', host: HOST } })
  })
})

describe('an app with an encryption key', () => {
  test('is the only one that can read what is shared with it', async () => {
    const { device, profile } = await signUp(core)
    const app = await newApp()
    const { clientId } = app.client
    const approval = await newApproval(device, app)
    const before = core.seen.length
    await device.approve(approval)
    const body = attestedSince(before) as { claim_names: string[]; claims_jwe: string }
    expect(body).toEqual({
      auth_request_id: approval.id,
      user_id: profile.userId,
      audience: clientId,
      claim_names: ['email'],
      claims_jwe: expect.any(String),
    })
    const { content } = await openWith(app.key, body.claims_jwe)
    expect(content).toEqual({
      claims: { email: 'ada@example.org' },
      aud: clientId,
      sub: profile.userId,
      auth_request_id: approval.id,
    })
  })
})

test('claims for a pairwise app are sealed under the name that it knows the person by, and under no other', async () => {
  const { device, profile } = await signUp(core)
  const app = await newApp({ subjectType: 'pairwise' })
  const approval = await newApproval(device, app)
  const { subject } = await device.readRequest(approval)
  const before = core.seen.length
  await device.approve(approval)
  const body = attestedSince(before) as { user_id: string; claims_jwe: string }
  const { content } = await openWith(app.key, body.claims_jwe)
  expect(subject).toEqual(expect.any(String))
  expect(content).toMatchObject({ sub: subject })
  expect(JSON.stringify(content)).not.toContain(profile.userId)
  expect(body.user_id).toBe(profile.userId)
})

describe('a known app', () => {
  test('is told from one that asks for the first time', async () => {
    const { device } = await signUp(core)
    const approval = await newApproval(device)
    expect(await device.checkApp(approval)).toMatchObject({ knownSince: undefined, keyChanged: false })
    await device.approve(approval)
    expect(await device.checkApp(approval)).toEqual({
      knownSince: expect.stringMatching(/^20/),
      hostChanged: undefined,
      keyChanged: false,
      namesakes: [],
      last: expect.anything(),
    })
  })

  test('that returns elsewhere is pointed out, until that was approved', async () => {
    const redirectUri = 'https://b00ks.example/callback'
    const app = await registerApp(core.system, {
      name: 'Books',
      scopes: SCOPES,
      redirectUris: [APP_REDIRECT_URI, redirectUri],
    })
    const { device } = await signUp(core)
    await device.approve(await newApproval(device, app))
    const moved = await approvalOf(core, device, (await app.begin({ redirectUri })).url)
    const hostChanged = { before: HOST, after: 'b00ks.example' }
    expect(await device.checkApp(moved)).toMatchObject({ hostChanged })
    await device.approve(moved)
    expect(await device.checkApp(moved)).toMatchObject({ hostChanged: undefined })
  })

  test('that gets its first key needs no confirmation, and is held to it from then on', async () => {
    const app = await registerApp(core.system, { name: 'Books', scopes: SCOPES })
    const { device } = await signUp(core)
    await device.approve(await newApproval(device, app))
    const claimsEncryptionKey = (await newAppKey('X25519')).publicJwk as ClaimsEncryptionJwk
    const approval = await approvalUnder(claimsEncryptionKey)
    expect(await device.checkApp(approval)).toMatchObject({ keyChanged: false })
    await device.approve(approval)
    expect(await device.checkApp(approval)).toMatchObject({ keyChanged: false })
    expect(await device.checkApp(await approvalUnder(null))).toMatchObject({ keyChanged: true })

    async function approvalUnder(key: ClaimsEncryptionJwk | null): Promise<RequestApproval> {
      await updateClient(core.system.providerSql, app.client.clientId, { claimsEncryptionKey: key })
      let next = await newApproval(device, app)
      const read = async () => (await device.readRequest((next = await newApproval(device, app)))).client
      await expect.poll(async () => (await read()).claims_encryption_jwk ?? null).toEqual(key)
      return next
    }
  })

  test('named like a property of every object is unknown like any other', async () => {
    const { device } = await signUp(core)
    const approval = await newApproval(device)
    const { client, ...details } = await device.readRequest(approval)
    core.once.set(`GET /api/internal/oauth/requests/${approval.id}/`, {
      status: 200,
      body: { ...details, client: { ...client, client_id: 'constructor' } },
    })
    await device.readRequest(approval)
    expect(await device.checkApp(approval)).toMatchObject({ knownSince: undefined })
  })
})
