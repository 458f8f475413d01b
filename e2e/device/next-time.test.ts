import {
  claimsToShare,
  type Device,
  LEFT_OUT,
  nextShares,
  offeredClaims,
  type SharedBefore,
  startingShares,
} from '@countersign/device'
import { codeOf, signInByPasskey } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { newClock } from '../support/clock.ts'
import { answerQuickly, newReturning, type Returning, release, SAID, SEEN } from '../support/returning.ts'
import { ADA } from '../support/university.ts'
import { openAnother, previewOf } from './devices.ts'
import { useGraduates } from './graduates.ts'

const graduates = useGraduates()
const { core, university, appKey, receive, nameOf } = graduates
const PHONE = { phone: '+442079460958' }

/** A returning user of an app that also asks for a degree. */
const newAsking = (options: Parameters<typeof newReturning>[1] = {}) =>
  newReturning(core, {
    claimsEncryptionKey: appKey.publicJwk,
    credentialsRequested: [{ vct: university.vct, issuers: [university.issuer], claims: ['degree'], reason: '' }],
    ...options,
  })

/** The claims that the page of connected apps names. */
async function namedNext(device: Device): Promise<readonly string[]> {
  const [app] = await device.readAppHistory({})
  return Object.keys(claimsToShare(nextShares(app!.next, await device.refresh({}), Date.now())))
}

/** The browser's record, which its page shows before the vault is open. */
async function saidAtReturn(returning: Returning): Promise<SharedBefore | undefined> {
  const { asked } = await previewOf(core, await returning.askAgain())
  return (await returning.sessions.read())!.session!.shared!.find((each) => each.asked === asked)
}

/** The claims that are on when the whole page opens. */
async function startOfPage(device: Device, id: string): Promise<readonly string[]> {
  const details = await device.readRequest({ id })
  const { last } = await device.checkApp({ id })
  const { claims, credentials } = await device.refresh({})
  const vault = [...claims, ...offeredClaims(details, credentials, Date.now())]
  return Object.keys(claimsToShare(startingShares(details, { vault, last })))
}

async function shareByGesture({ openPage, askAgain }: Returning, { claims, issuers, possible }: SharedBefore) {
  const page = await openPage()
  await page.approveQuickly({ id: await askAgain(), app: SAID.app, claims, issuers, possible })
  const [entry] = (await page.readActivity({})).events
  return entry?.event.type === 'released' ? entry.event.claims : []
}

const changeNext = async (device: Device, claims: Readonly<Record<string, string>>) => {
  const [app] = await device.readAppHistory({})
  await device.changeNextChoice({ clientId: app!.clientId, claims })
}

const revoke = async (device: Device) => {
  const [app] = await device.readAppHistory({})
  await device.revokeApp({ clientId: app!.clientId, name: 'Books' })
}

describe('the set that the pages name and the app gets at the next return', () => {
  test.each<[string, (device: Device) => Promise<unknown>, () => string[]]>([
    ['after nothing', async () => undefined, () => []],
    ['after a phone number was added', (device) => device.saveProfile({ values: PHONE }), () => ['phone']],
    [
      'after a birthday was added',
      (device) => device.saveProfile({ values: { birthdate: '1815-12-10' } }),
      () => ['birthdate'],
    ],
    ['after a credential was added', (device) => receive(device), () => [nameOf('degree')]],
    [
      'after a second email address was added',
      (device) => device.saveItems({ put: [{ name: 'email', value: 'ada@work.example' }], remove: [] }),
      () => [],
    ],
    ['after a removed value that it never got', (device) => device.saveProfile({ values: { nickname: '' } }), () => []],
  ])('is the same %s', async (_when, change, possible) => {
    const returning = await newAsking()
    await change(returning.person.device)
    const said = (await saidAtReturn(returning))!
    expect(said).toMatchObject({ claims: SAID.claims, possible: possible() })
    expect(await namedNext(returning.person.device)).toEqual(said.claims)
    expect(await startOfPage(returning.person.device, await returning.askAgain())).toEqual(said.claims)
    expect(await shareByGesture(returning, said)).toEqual(said.claims)
    // It was offered once, and left.
    expect(await saidAtReturn(returning)).toMatchObject({ claims: SAID.claims, possible: [] })
  })

  test.each<[string, (device: Device) => Promise<unknown>]>([
    ['a value was edited', (device) => device.saveProfile({ values: { email: 'ada@example.net' } })],
    ['a value was removed', (device) => device.saveProfile({ values: { name: '' } })],
    ['a claim was switched off', (device) => changeNext(device, { name: LEFT_OUT })],
    ['the access was revoked', revoke],
    ['all access was ended', (device) => device.endOtherSessions({ apps: true })],
  ])('where %s the whole page follows, and starts from that', async (_what, change) => {
    const returning = await newAsking()
    await change(returning.person.device)
    expect(await saidAtReturn(returning)).toBeUndefined()
    const page = await returning.openPage()
    const id = await returning.askAgain()
    for (const claims of [SAID.claims, ['email'], []]) {
      expect(await answerQuickly(core, page, { ...SAID, id, claims })).toEqual(SEEN)
    }
    expect(await startOfPage(page, id)).toEqual(await namedNext(page))
  })

  test('a shared credential is named and can be switched off, and what is removed or expired is not named', async () => {
    const clock = newClock()
    clock.pass(Date.now() - clock.now())
    const { device, sessions, profile } = await graduates.newReturningGraduate({ clock })
    const named = async () => {
      const [app] = await device.readAppHistory({})
      return Object.keys(claimsToShare(nextShares(app!.next, await device.refresh({}), clock.now())))
    }
    const [credential] = profile.credentials
    const [said] = (await sessions.read())!.session!.shared!
    expect(said).toMatchObject({ claims: [nameOf('degree')], until: credential!.until })
    expect(await named()).toEqual([nameOf('degree')])
    await changeNext(device, { [nameOf('degree')]: LEFT_OUT })
    expect(await named()).toEqual([])
    expect((await sessions.read())!.session!.shared).toEqual([])
    await changeNext(device, { [nameOf('degree')]: `${credential!.id}#degree` })
    expect(await named()).toEqual([nameOf('degree')])
    clock.pass(Date.parse(credential!.until!) - clock.now() + 1)
    expect(await named()).toEqual([])
    await device.removeCredential({ id: credential!.id })
    expect(await named()).toEqual([])
  })

  test('a page that did not know of an addition on another device leaves it undecided', async () => {
    const returning = await newAsking()
    const phone = await openAnother(core, returning.person)
    await phone.saveProfile({ values: PHONE })
    const stale = (await saidAtReturn(returning))!
    expect(stale.possible).toEqual([])
    expect(await shareByGesture(returning, stale)).toEqual(SAID.claims)
    expect(await saidAtReturn(returning)).toMatchObject({ claims: SAID.claims, possible: ['phone'] })
  })

  test('a browser whose record another device made stale shares nothing, and corrects it', async () => {
    const returning = await newAsking()
    await revoke(await openAnother(core, returning.person))
    expect(await saidAtReturn(returning)).toMatchObject({ claims: SAID.claims })
    const page = await returning.openPage()
    const id = await returning.askAgain()
    expect(await answerQuickly(core, page, { ...SAID, id })).toEqual(SEEN)
    expect(await page.checkApp({ id })).toMatchObject({ endedAt: expect.any(String) })
    expect(await saidAtReturn(returning)).toBeUndefined()
  })

  test('a tab with an older view of the vault does not say again what another tab ended', async () => {
    const returning = await newAsking()
    const older = await returning.openPage()
    await revoke(returning.person.device)
    await older.readNotices({})
    expect(await saidAtReturn(returning)).toBeUndefined()
    await signInByPasskey(returning.person.device, returning.person.passkey)
    expect(await saidAtReturn(returning)).toBeUndefined()
  })

  test('an approval after a revocation is named again', async () => {
    const returning = await newAsking()
    const { device } = returning.person
    await revoke(device)
    await release(core, { device, app: returning.app })
    expect(await saidAtReturn(returning)).toMatchObject({ claims: SAID.claims })
    const id = await returning.askAgain()
    await device.readRequest({ id })
    expect(await device.checkApp({ id })).toMatchObject({ endedAt: undefined })
  })
})

test('only an entry of the vault for a claim that the app asks for can be chosen for the next time', async () => {
  const returning = await newAsking()
  const { device } = returning.person
  await receive(device, ADA)
  const { claims, credentials } = await device.refresh({})
  const email = claims.find(({ name }) => name === 'email')!
  for (const choice of [
    { address: LEFT_OUT },
    { name: email.id },
    { [nameOf('degree')]: email.id },
    { email: `${credentials[0]!.id}#degree` },
  ]) {
    expect(await codeOf(changeNext(device, choice))).toBe('stale_vault')
  }
})
