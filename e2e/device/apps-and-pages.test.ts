import type { ClaimsEncryptionJwk } from '@countersign/contracts'
import { newAppKey, openWith } from '@countersign/data-token/testing'
import { createMemorySessions } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf, newDevice, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { approvalOf, type RequestApproval, showClaims } from '../support/approval.ts'
import { registerApp } from '../support/asking-app.ts'
import { HOST, SCOPES, useApprovals } from './approving.ts'
import { outcomeOf } from './devices.ts'

const { core, books, newApproval, newApp, attestedSince, eventsOf } = useApprovals()

describe('a page that is not honest', () => {
  const NAME = { name: 'Ada Lovelace' }

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
    ['a claim that was not requested', ({ phone }) => ({ claims: [phone] }), 'invalid_claims'],
    [
      'a claim of a scope that is off',
      ({ name }) => ({ claims: [name], scopes: ['openid', 'email'] }),
      'invalid_claims',
    ],
    ['one claim twice', ({ email }) => ({ claims: [email, email] }), 'invalid_claims'],
    ['a scope that was not requested', () => ({ scopes: ['openid', 'phone'] }), 'invalid_scope'],
    ['a request that was not read', () => ({ id: crypto.randomUUID() }), 'locked'],
  ])('that approves %s has nothing sent to core', async (_case, lie, code) => {
    const { device, ...shown } = await newVictim()
    const approval = await approvalOf(core, device, (await books.begin()).url)
    expect(await outcomeOf(core, device.approve({ ...approval, ...lie(shown) }))).toEqual([code])
  })

  test('names no app, key or person: the request that the device has read counts', async () => {
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

  test('named like a property of every object is unknown', async () => {
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

describe('a request that is given back', () => {
  test('is approved by another person, and no longer by the one who gave it back', async () => {
    const [ada, bob] = [await signUp(core), await signUp(core)]
    const approval = await approvalOf(core, ada.device, (await books.begin()).url)
    const { id } = approval
    expect(await codeOf(bob.device.readRequest({ id }))).toBe('not_found')
    await ada.device.giveBackRequest({ id })
    await bob.device.readRequest({ id })
    const hers = { ...approval, claims: await showClaims(ada.device, { email: 'ada@example.org' }) }
    expect(await codeOf(ada.device.approve(hers))).toBe('not_found')
    const his = { ...approval, claims: await showClaims(bob.device, { email: 'bob@example.org' }) }
    expect(await bob.device.approve(his)).toMatchObject({ code: expect.stringMatching(/^cs_ac_/) })
  })

  test('is given back within the kept session while the vault is locked, and only there', async () => {
    const sessions = createMemorySessions()
    const ada = await signUp(core, { sessions })
    const { id } = await approvalOf(core, ada.device, (await books.begin()).url)
    expect(await codeOf(newDevice(core).giveBackRequest({ id }))).toBe('locked')
    await newDevice(core, { sessions }).giveBackRequest({ id })
    const bob = await signUp(core)
    expect(await bob.device.readRequest({ id })).toMatchObject({ status: 'pending' })
  })

  test('cannot be given back by another user', async () => {
    const [ada, bob] = [await signUp(core), await signUp(core)]
    const { id } = await approvalOf(core, ada.device, (await books.begin()).url)
    expect(await codeOf(bob.device.giveBackRequest({ id }))).toBe('not_found')
    expect(await codeOf(bob.device.readRequest({ id }))).toBe('not_found')
    expect(await ada.device.readRequest({ id })).toMatchObject({ status: 'pending' })
  })
})
