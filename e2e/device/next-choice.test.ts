import { type ClaimValues, type Device, LEFT_OUT, type SharedBefore } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf, showClaims } from '../support/approval.ts'
import { registerApp } from '../support/asking-app.ts'
import { newClock } from '../support/clock.ts'
import { credentialsQuery } from '../support/credentials-query.ts'
import { newReturning, type Returning, release as releaseAgain, SAID } from '../support/returning.ts'
import { lend } from '../support/shared.ts'
import { ADA as GRADUATE } from '../support/university.ts'
import { openAnother } from './devices.ts'
import { useGraduates } from './graduates.ts'
import { changeNext, namedNext, recordOf, revoke, selectionOf, startOfPage } from './next-share.ts'

const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', nickname: 'Countess', phone: '+44 20 7946 0958' }
const SCOPES = { openid: {}, email: {}, profile: {}, phone: {} }
const PHONE = { phone: '+442079460958' }

const { core, university, appKey, receive, nameOf } = useGraduates()
const books = lend(() => registerApp(core.system, { name: 'Books', scopes: SCOPES }))
const untouched = async (device: Device) =>
  selectionOf(device, (await approvalOf(core, device, (await books.begin()).url)).id)

/** Reads a request of the app and prepares its approval with these claims. */
async function release(device: Device, values: ClaimValues, app = books) {
  const approval = await approvalOf(core, device, (await app.begin()).url)
  return { ...approval, claims: await showClaims(device, values) }
}

async function newPerson(values: ClaimValues = ADA) {
  const person = await signUp(core)
  await person.device.saveProfile({ values })
  return person
}

const complete = ({ id }: { readonly id: string }) => `POST /api/internal/oauth/requests/${id}/complete/`
const EXPIRED = { status: 410, body: { code: 'request_expired' } }

describe('next visit', () => {
  test('a no stays a no, an addition stays in the vault, and core cannot tell what was chosen', async () => {
    const { device, passkey } = await newPerson()
    expect(await untouched(device)).toEqual(ADA)
    const before = core.seen.length
    await device.approve(await release(device, { email: ADA.email, name: ADA.name }))
    const commits = core.seen.slice(before).filter(({ call }) => call === 'POST /api/vault/commits/')
    expect(commits).toHaveLength(1)
    expect(JSON.stringify(commits)).not.toMatch(/ada@example|nickname|Books/)
    await device.saveProfile({ values: { birthdate: '1815-12-10' } })
    for (const each of [device, await openAnother(core, { passkey })]) {
      expect(await untouched(each)).toEqual({ email: ADA.email, name: ADA.name })
    }
  })

  test('starts from the later of two approvals at once, on both devices', async () => {
    const { device, passkey } = await newPerson()
    const phone = await openAnother(core, { passkey })
    const [first, second] = [await release(phone, { email: ADA.email }), await release(device, { name: ADA.name })]
    await phone.approve(first)
    await device.approve(second)
    expect([await untouched(device), await untouched(phone)]).toEqual([{ name: ADA.name }, { name: ADA.name }])
    expect((await device.refresh({})).conflicts).toEqual([])
  })

  test('starts from the last choice after a device whose clock is ahead, and from no refused one', async () => {
    const { device, passkey } = await newPerson()
    const clock = newClock()
    clock.pass(Date.now() - clock.now() + 24 * 60 * 60_000)
    const phone = newDevice(core, { clock })
    await signInByPasskey(phone, passkey)
    await phone.approve(await release(phone, { email: ADA.email, name: ADA.name }))
    await device.approve(await release(device, { email: ADA.email }))
    expect(await untouched(device)).toEqual({ email: ADA.email })
    const approval = await release(device, { name: ADA.name })
    core.once.set(complete(approval), EXPIRED)
    expect(await codeOf(device.approve(approval))).toBe('request_expired')
    expect(await untouched(device)).toEqual({ email: ADA.email })
  })

  test('forgets a first approval that was refused or never sent, and remembers one that may have arrived', async () => {
    const { device } = await newPerson()
    const refused = await release(device, { email: ADA.email })
    core.once.set(complete(refused), EXPIRED)
    expect(await codeOf(device.approve(refused))).toBe('request_expired')
    expect(await untouched(device)).toEqual(ADA)
    const unsent = await release(device, { email: ADA.email })
    core.once.set('POST /api/vault/commits/', 'lost')
    expect(await codeOf(device.approve(unsent))).toBe('offline')
    expect(await untouched(device)).toEqual(ADA)
    const unanswered = await release(device, { email: ADA.email })
    core.once.set(complete(unanswered), { status: 503, body: {}, times: 2 })
    expect(await codeOf(device.approve(unanswered))).toBe('service_unavailable')
    expect(await untouched(device)).toEqual({ email: ADA.email })
  })

  test('says when access was taken back, until the app is approved again', async () => {
    const { device } = await newPerson()
    const ended = async () => (await device.readAppHistory({})).map((app) => app.endedAt !== undefined)
    // For once: there is no quick approval to end.
    for (const terms of [{}, { grant: { once: true } }] as const) {
      await device.approve({ ...(await release(device, { email: ADA.email })), ...terms })
      expect(await ended()).toEqual([false])
      await revoke(device)
      expect(await ended()).toEqual([true])
    }
  })

  test('knows nothing of a file from another account: an import brings the entries alone', async () => {
    const { device } = await newPerson()
    await device.approve(await release(device, { email: ADA.email }))
    const { text } = await device.exportPlain({})
    const other = (await newPerson({})).device
    const added = Object.keys(ADA).length
    expect(await other.previewPlainImport({ text })).toEqual({ added, alreadyThere: 0, doubtful: [] })
    await other.commitImport({})
    expect(await other.readAppHistory({})).toEqual([])
    const { id } = await approvalOf(core, other, (await books.begin()).url)
    expect((await other.checkApp({ id })).last).toBeUndefined()
  })
})

describe('choice for the next time', () => {
  const entryOf = async (device: Device, name: string) =>
    (await device.refresh({})).claims.find((claim) => claim.name === name)?.id ?? ''

  test('the next request starts from it on every device, and core cannot tell what was chosen', async () => {
    const { device, passkey } = await newPerson()
    const phone = await openAnother(core, { passkey })
    await device.approve(await release(device, { email: ADA.email, name: ADA.name }))
    const before = core.seen.length
    await changeNext(device, { email: LEFT_OUT, nickname: await entryOf(device, 'nickname') })
    expect(JSON.stringify(core.seen.slice(before))).not.toMatch(/nickname|Books/)
    const chosen = { name: ADA.name, nickname: ADA.nickname }
    expect([await untouched(device), await untouched(phone)]).toEqual([chosen, chosen])
    const [app] = await device.readAppHistory({})
    expect(app?.released.map(({ claim }) => claim).toSorted()).toEqual(['email', 'name'])
    expect(app?.next.claims).toMatchObject({ email: LEFT_OUT })
  })

  test('it may be another entry of the same claim', async () => {
    const { device } = await newPerson()
    await device.approve(await release(device, { email: ADA.email }))
    const { claims } = await device.saveItems({ put: [{ name: 'email', value: 'ada@work.example' }], remove: [] })
    await changeNext(device, { email: claims.find(({ value }) => value === 'ada@work.example')?.id ?? '' })
    expect(await untouched(device)).toEqual({ email: 'ada@work.example' })
  })

  test('it outlives a release that began before it and fails', async () => {
    const { device, passkey } = await newPerson()
    const phone = await openAnother(core, { passkey })
    await device.approve(await release(device, { email: ADA.email, name: ADA.name }))
    const approval = await release(device, { email: ADA.email, name: ADA.name })
    core.whileHeld.run = async (call) => {
      if (!call.endsWith('/attest-data/')) return
      core.whileHeld.run = undefined
      await phone.refresh({})
      await changeNext(phone, { name: LEFT_OUT })
    }
    core.once.set(complete(approval), EXPIRED)
    expect(await codeOf(device.approve(approval))).toBe('request_expired')
    expect(await untouched(device)).toEqual({ email: ADA.email })
  })

  test('only an entry of the vault, for a claim that the app asks for, can be chosen', async () => {
    const { person, app } = await newAsking()
    const { device } = person
    await receive(device, GRADUATE)
    const { credentials } = await device.refresh({})
    const email = await entryOf(device, 'email')
    for (const choice of [
      { address: LEFT_OUT },
      { 'favourite-colour': LEFT_OUT },
      { name: email },
      { email: 'gone' },
      { [nameOf('degree')]: email },
      { email: `${credentials[0]!.id}#degree` },
    ]) {
      expect(await codeOf(changeNext(device, choice))).toBe('stale_vault')
    }
    const unknown = device.changeNextChoice({ clientId: 'another', claims: { email: LEFT_OUT } })
    expect(await codeOf(unknown)).toBe('stale_vault')
    expect(await selectionOf(device, (await approvalOf(core, device, (await app.begin()).url)).id)).toMatchObject({
      email: ADA.email,
    })
  })
})

/** A returning user of an app that also asks for a degree. */
const newAsking = () =>
  newReturning(core, {
    claimsEncryptionKey: appKey.publicJwk,
    credentialsRequested: credentialsQuery({ vct: university.vct, issuers: [university.issuer], claims: ['degree'] }),
  })

async function shareByGesture({ openPage, askAgain }: Returning, { claims, issuers, possible }: SharedBefore) {
  const page = await openPage()
  await page.approveQuickly({ id: await askAgain(), app: SAID.app, claims, issuers, possible })
  const [entry] = (await page.readActivity({})).events
  return entry?.event.type === 'released' ? entry.event.claims : []
}

describe('the set that pages name is the set that the app gets', () => {
  test.each<[string, (device: Device) => Promise<unknown>, () => string[]]>([
    ['nothing', async () => undefined, () => []],
    ['a new phone number', (device) => device.saveProfile({ values: PHONE }), () => ['phone']],
    ['a new birthday', (device) => device.saveProfile({ values: { birthdate: '1815-12-10' } }), () => ['birthdate']],
    ['a new credential', (device) => receive(device), () => [nameOf('degree')]],
    [
      'a second email address',
      (device) => device.saveItems({ put: [{ name: 'email', value: 'ada@work.example' }], remove: [] }),
      () => [],
    ],
    ['the loss of a value that it never got', (device) => device.saveProfile({ values: { nickname: '' } }), () => []],
  ])('next share: the same after %s, which is offered once', async (_what, change, possible) => {
    const returning = await newAsking()
    await change(returning.person.device)
    const said = (await recordOf(core, returning))!
    expect(said).toMatchObject({ claims: SAID.claims, possible: possible() })
    expect(await namedNext(returning.person.device)).toEqual(said.claims)
    expect(await startOfPage(returning.person.device, await returning.askAgain())).toEqual(said.claims)
    expect(await shareByGesture(returning, said)).toEqual(said.claims)
    expect(await recordOf(core, returning)).toMatchObject({ claims: SAID.claims, possible: [] })
  })

  test('next share: an addition on another device that the page did not know of stays undecided', async () => {
    const returning = await newAsking()
    const phone = await openAnother(core, returning.person)
    await phone.saveProfile({ values: PHONE })
    const stale = (await recordOf(core, returning))!
    expect(stale.possible).toEqual([])
    expect(await shareByGesture(returning, stale)).toEqual(SAID.claims)
    expect(await recordOf(core, returning)).toMatchObject({ claims: SAID.claims, possible: ['phone'] })
  })

  test('next share: no tab with an older view brings back what another ended; a new approval does', async () => {
    const returning = await newAsking()
    const { device, passkey } = returning.person
    const older = await returning.openPage()
    await revoke(device)
    await older.readNotices({})
    expect(await recordOf(core, returning)).toBeUndefined()
    await signInByPasskey(device, passkey)
    expect(await recordOf(core, returning)).toBeUndefined()
    await releaseAgain(core, { device, app: returning.app })
    expect(await recordOf(core, returning)).toMatchObject({ claims: SAID.claims })
    const id = await returning.askAgain()
    await device.readRequest({ id })
    expect(await device.checkApp({ id })).toMatchObject({ endedAt: undefined })
  })
})
