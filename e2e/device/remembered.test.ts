import { type ClaimValues, claimsToShare, type Device, LEFT_OUT, sharesOf, startSelection } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf, showClaims } from '../support/approval.ts'
import { registerApp } from '../support/asking-app.ts'
import { newClock } from '../support/clock.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { lend } from '../support/shared.ts'
import { openAnother } from './devices.ts'

const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', nickname: 'Countess', phone: '+44 20 7946 0958' }
const SCOPES = { openid: {}, email: {}, profile: {}, phone: {} }

const core = useLyingCore()
const books = lend(() => registerApp(core.system, { name: 'Books', scopes: SCOPES }))

/** Reads a request of the app and approves it with these claims. */
async function release(device: Device, values: ClaimValues, app = books) {
  const approval = await approvalOf(core, device, (await app.begin()).url)
  const claims = await showClaims(device, values)
  return { ...approval, claims }
}

/** The selection of an untouched page. */
async function untouched(device: Device): Promise<ClaimValues> {
  const { id } = await approvalOf(core, device, (await books.begin()).url)
  const { claims: vault } = await device.refresh({})
  const [request, { last }] = [await device.readRequest({ id }), await device.checkApp({ id })]
  return claimsToShare(sharesOf(request, { vault, selection: startSelection(request, { vault, last }), last }))
}

async function newPerson(values: ClaimValues = ADA) {
  const person = await signUp(core)
  await person.device.saveProfile({ values })
  return person
}

describe('the next visit', () => {
  test('starts from what this app got last: a no stays a no, and what is new in the vault stays in it', async () => {
    const { device } = await newPerson()
    expect(await untouched(device)).toEqual(ADA)
    await device.approve(await release(device, { email: ADA.email, name: ADA.name }))
    expect(await untouched(device)).toEqual({ email: ADA.email, name: ADA.name })
    await device.saveProfile({ values: { birthdate: '1815-12-10' } })
    expect(await untouched(device)).toEqual({ email: ADA.email, name: ADA.name })
  })

  test('starts so on every device of the person, and core cannot tell what was chosen', async () => {
    const { device, passkey } = await newPerson()
    const before = core.seen.length
    await device.approve(await release(device, { email: ADA.email }))
    const commits = core.seen.slice(before).filter(({ call }) => call === 'POST /api/vault/commits/')
    expect(commits).toHaveLength(1)
    expect(JSON.stringify(commits)).not.toMatch(/ada@example|nickname|Books/)
    const phone = await openAnother(core, { passkey })
    expect(await untouched(phone)).toEqual({ email: ADA.email })
  })

  test('starts from both of two devices that approved at once', async () => {
    const { device, passkey } = await newPerson()
    const phone = await openAnother(core, { passkey })
    const [first, second] = [await release(phone, { email: ADA.email }), await release(device, { name: ADA.name })]
    await phone.approve(first)
    await device.approve(second)
    expect(await untouched(device)).toEqual({ name: ADA.name })
    expect(await untouched(phone)).toEqual({ name: ADA.name })
    expect((await device.refresh({})).conflicts).toEqual([])
  })

  test('starts from the last choice, and knows nothing of what was refused, after a device whose clock is ahead', async () => {
    const { device, passkey } = await newPerson()
    const clock = newClock()
    clock.pass(Date.now() - clock.now() + 24 * 60 * 60_000)
    const phone = newDevice(core, { clock })
    await signInByPasskey(phone, passkey)
    await phone.approve(await release(phone, { email: ADA.email, name: ADA.name }))
    await device.approve(await release(device, { email: ADA.email }))
    expect(await untouched(device)).toEqual({ email: ADA.email })
    const approval = await release(device, { name: ADA.name })
    const complete = `POST /api/internal/oauth/requests/${approval.id}/complete/`
    core.once.set(complete, { status: 410, body: { code: 'request_expired' } })
    expect(await codeOf(device.approve(approval))).toBe('request_expired')
    expect(await untouched(device)).toEqual({ email: ADA.email })
  })

  test('knows nothing of a release that was refused', async () => {
    const { device } = await newPerson()
    const approval = await release(device, { email: ADA.email })
    const complete = `POST /api/internal/oauth/requests/${approval.id}/complete/`
    core.once.set(complete, { status: 410, body: { code: 'request_expired' } })
    expect(await codeOf(device.approve(approval))).toBe('request_expired')
    expect(await untouched(device)).toEqual(ADA)
  })

  test('knows nothing of a release whose entry arrived without an answer, and remembers one that may have arrived', async () => {
    const { device } = await newPerson()
    const approval = await release(device, { email: ADA.email })
    core.once.set('POST /api/vault/commits/', 'lost')
    expect(await codeOf(device.approve(approval))).toBe('offline')
    expect(await untouched(device)).toEqual(ADA)
    const again = await release(device, { email: ADA.email })
    const complete = `POST /api/internal/oauth/requests/${again.id}/complete/`
    core.once.set(complete, { status: 503, body: {}, times: 2 })
    expect(await codeOf(device.approve(again))).toBe('service_unavailable')
    expect(await untouched(device)).toEqual({ email: ADA.email })
  })
})

describe('a choice for the next time', () => {
  const changeTo = (device: Device, claims: ClaimValues, clientId = books.client.clientId) =>
    device.changeNextChoice({ clientId, claims })
  const entryOf = async (device: Device, name: string) =>
    (await device.refresh({})).claims.find((claim) => claim.name === name)?.id ?? ''

  test('is what the next request starts from on every device, and core cannot tell what was chosen', async () => {
    const { device, passkey } = await newPerson()
    const phone = await openAnother(core, { passkey })
    await device.approve(await release(device, { email: ADA.email, name: ADA.name }))
    const before = core.seen.length
    await changeTo(device, { email: LEFT_OUT, nickname: await entryOf(device, 'nickname') })
    expect(JSON.stringify(core.seen.slice(before))).not.toMatch(/nickname|Books/)
    const chosen = { name: ADA.name, nickname: ADA.nickname }
    expect([await untouched(device), await untouched(phone)]).toEqual([chosen, chosen])
    const [app] = await device.readAppHistory({})
    expect(app?.released.map(({ claim }) => claim).toSorted()).toEqual(['email', 'name'])
    expect(app?.next.claims).toMatchObject({ email: LEFT_OUT })
  })

  test('may be another entry of the same claim', async () => {
    const { device } = await newPerson()
    await device.approve(await release(device, { email: ADA.email }))
    const { claims } = await device.saveItems({ put: [{ name: 'email', value: 'ada@work.example' }], remove: [] })
    await changeTo(device, { email: claims.find(({ value }) => value === 'ada@work.example')?.id ?? '' })
    expect(await untouched(device)).toEqual({ email: 'ada@work.example' })
  })

  test('stays where a release fails that began before it', async () => {
    const { device, passkey } = await newPerson()
    const phone = await openAnother(core, { passkey })
    await device.approve(await release(device, { email: ADA.email, name: ADA.name }))
    const approval = await release(device, { email: ADA.email, name: ADA.name })
    core.whileHeld.run = async (call) => {
      if (!call.endsWith('/attest-data/')) return
      core.whileHeld.run = undefined
      await phone.refresh({})
      await changeTo(phone, { name: LEFT_OUT })
    }
    const complete = `POST /api/internal/oauth/requests/${approval.id}/complete/`
    core.once.set(complete, { status: 410, body: { code: 'request_expired' } })
    expect(await codeOf(device.approve(approval))).toBe('request_expired')
    expect(await untouched(device)).toEqual({ email: ADA.email })
  })

  test.each<[string, (device: Device) => Promise<null>]>([
    ['a claim that the app never asked for', (device) => changeTo(device, { 'favourite-colour': LEFT_OUT })],
    ['an entry of another claim', async (device) => changeTo(device, { email: await entryOf(device, 'name') })],
    ['an entry that is gone', (device) => changeTo(device, { email: 'gone' })],
    ['an app that the vault does not know', (device) => changeTo(device, { email: LEFT_OUT }, 'another')],
  ])('is refused for %s', async (_what, change) => {
    const { device } = await newPerson()
    await device.approve(await release(device, { email: ADA.email }))
    expect(await codeOf(change(device))).toBe('stale_vault')
    expect(await untouched(device)).toEqual({ email: ADA.email })
  })
})

test('an app from which access was taken back is remembered with the time, until it is approved again', async () => {
  const { device } = await newPerson()
  const endedAt = async () => (await device.readAppHistory({})).map((app) => app.endedAt !== undefined)
  await device.approve(await release(device, { email: ADA.email }))
  expect(await endedAt()).toEqual([false])
  await device.revokeApp({ clientId: books.client.clientId, name: 'Books' })
  expect(await endedAt()).toEqual([true])
  // For once: there is no quick approval to end.
  await device.approve({ ...(await release(device, { email: ADA.email })), grant: { once: true } })
  expect(await endedAt()).toEqual([false])
  await device.revokeApp({ clientId: books.client.clientId, name: 'Books' })
  expect(await endedAt()).toEqual([true])
})

test('an approval of nothing is refused: it would be a denial that reads like a release', async () => {
  const { device } = await newPerson()
  const app = await registerApp(core.system, { name: 'Mail', scopes: { email: {} } })
  const approval = await release(device, {}, app)
  expect(await codeOf(device.approve(approval))).toBe('invalid_scope')
  expect((await device.readActivity({})).events).toEqual([])
})

test('a scope of which nothing is shared is not approved, whatever a page says', async () => {
  const { device } = await newPerson()
  const approval = await release(device, { email: ADA.email })
  expect(approval.scopes).toContain('phone')
  await device.approve(approval)
  expect(core.seen.at(-1)?.body).toMatchObject({ approved_scopes: ['openid', 'email'] })
  const [entry] = (await device.readActivity({})).events
  expect(entry?.event).toMatchObject({ scopes: ['openid', 'email'], claims: ['email'], values: [ADA.email] })
})

test('the history of an app is of the account that gave it: another one imports the entries alone', async () => {
  const { device } = await newPerson()
  await device.approve(await release(device, { email: ADA.email }))
  const { text } = await device.exportPlain({})
  const other = (await newPerson({})).device
  expect(await other.previewPlainImport({ text })).toEqual({
    added: Object.keys(ADA).length,
    alreadyThere: 0,
    doubtful: [],
  })
  await other.commitImport({})
  expect(await other.readAppHistory({})).toEqual([])
  const { id } = await approvalOf(core, other, (await books.begin()).url)
  expect((await other.checkApp({ id })).last).toBeUndefined()
})
