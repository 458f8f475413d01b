import { createHash } from 'node:crypto'
import { createMemoryStorage, toFailure } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { approvalOf, type RequestApproval, showClaims } from '../support/approval.ts'
import { registerApp } from '../support/asking-app.ts'
import { callsSince } from '../support/lying-core.ts'
import { HOST, useApprovals } from './approving.ts'
import { openAnother, outcomeOf } from './devices.ts'

const ATTEST = 'POST /api/internal/attest-data/'
const COMMIT = 'POST /api/vault/commits/'
const completionOf = ({ id }: RequestApproval) => `POST /api/internal/oauth/requests/${id}/complete/`
const { core, books, newApproval, attestedSince, eventsOf } = useApprovals()

describe('an approval', () => {
  test('is logged, then core signs exactly the claims of the page, then it completes', async () => {
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
  ])('of a value that its claim does not allow is refused before it is logged: %j', async (values) => {
    const { device } = await signUp(core)
    const approval = await newApproval(device, books, { name: 'Ana', ...values })
    expect(await outcomeOf(core, device.approve(approval))).toEqual(['malformed_claim'])
    expect(await eventsOf(device)).toEqual([])
  })

  test('hands over each value in the one form of its claim, however the vault has it', async () => {
    const { device } = await signUp(core)
    const values = { email: 'Ada@EXAMPLE.org', locale: 'de_ch', picture: 'https://Example.org/ada.png' }
    const approval = await newApproval(device, books, values)
    const before = core.seen.length
    await device.approve(approval)
    expect(attestedSince(before)).toMatchObject({
      claims: { email: 'Ada@example.org', locale: 'de-CH', picture: 'https://example.org/ada.png' },
    })
  })

  test('that cannot be logged releases nothing', async () => {
    const { device } = await signUp(core)
    const approval = await newApproval(device)
    core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
    const before = core.seen.length
    expect(await codeOf(device.approve(approval))).toBe('service_unavailable')
    // From a proxy it would leave open whether it was written: the second says that nothing was released.
    expect(callsSince(core, before)).toEqual([COMMIT, COMMIT])
    expect(JSON.stringify(core.seen.slice(before))).not.toContain('ada@example.org')
    expect((await eventsOf(device)).map(({ type }) => type)).toEqual(['release_failed'])
  })

  test.each<[string, string, (approval: RequestApproval) => string, Parameters<typeof core.once.set>[1], object]>([
    [
      'release is refused',
      'release_failed',
      completionOf,
      { status: 410, body: { code: 'request_expired' } },
      { code: 'request_expired', isAttested: true },
    ],
    [
      'release has an unknown outcome twice',
      'not_released',
      completionOf,
      { status: 503, body: {}, times: 2 },
      { code: 'service_unavailable', mayBeShared: true, isAttested: true },
    ],
    [
      'claims are taken by core, which signs nothing for them',
      'not_released',
      () => ATTEST,
      { status: 503, body: { code: 'service_unavailable' } },
      { code: 'service_unavailable', mayBeShared: true, isAttested: true },
    ],
    [
      'entry is written, and the answer lost',
      'release_failed',
      () => COMMIT,
      'lost',
      { code: 'offline', isAttested: false },
    ],
  ])('whose %s is followed in the activity by %s', async (_case, logged, callOf, answer, outcome) => {
    const { device } = await signUp(core)
    const approval = await newApproval(device)
    core.once.set(callOf(approval), answer)
    const before = core.seen.length
    const failure = await device.approve(approval).catch(toFailure)
    expect({ ...failure, isAttested: attestedSince(before) !== undefined }).toEqual(outcome)
    expect((await eventsOf(device)).map(({ type }) => type)).toEqual([logged, 'released'])
  })

  test('whose log entry is answered too late releases nothing, and reports the first failure', async () => {
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

  test('that fails after it was logged is remembered, and a failing storage fails no approval', async () => {
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

  test('is logged although another device wrote at the same time', async () => {
    const { device, passkey } = await signUp(core)
    const phone = await openAnother(core, { passkey })
    const [first, second] = [await newApproval(phone, books, {}), await newApproval(device, books, {})]
    await phone.approve(first)
    await device.approve(second)
    const requests = (await eventsOf(device)).map((event) => 'auth_request_id' in event && event.auth_request_id)
    expect(requests).toEqual([second.id, first.id])
  })
})

test('approval: one that shares nothing is refused, since it would be a denial that reads like a release', async () => {
  const { device } = await signUp(core)
  const app = await registerApp(core.system, { name: 'Mail', scopes: { email: {} } })
  expect(await codeOf(device.approve(await newApproval(device, app, {})))).toBe('invalid_scope')
  expect(await eventsOf(device)).toEqual([])
})

test('approval: a scope of which nothing is shared is not approved, whatever a page says', async () => {
  const { device } = await signUp(core)
  const approval = await newApproval(device)
  expect(approval.scopes).toContain('profile')
  await device.approve(approval)
  expect(core.seen.at(-1)?.body).toMatchObject({ approved_scopes: ['openid', 'email'] })
  const shared = { scopes: ['openid', 'email'], claims: ['email'], values: ['ada@example.org'] }
  expect(await eventsOf(device)).toMatchObject([shared])
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
