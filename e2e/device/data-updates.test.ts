import { newAppKey } from '@countersign/data-token/testing'
import type { ClaimValues, Device } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { newClock } from '../support/clock.ts'
import { registerKeptApp, signInAt } from '../support/kept-app.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { newReturning, release, SAID, unlock } from '../support/returning.ts'
import { lend } from '../support/shared.ts'
import { importInto, openAnother, signUpInBrowser } from './devices.ts'

const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', address: '12 St James’s Square\nLondon' }
const MOVED = { address: '1 Ockham Park\nSurrey' }
const DAY_MS = 86_400_000
const UPDATE = 'POST /api/internal/grant-updates/'

const core = useLyingCore()
const books = lend(() => registerKeptApp(core))

/** A person who keeps an app up to date. */
async function newKept(values: ClaimValues = ADA, app = books) {
  const person = await signUp(core)
  const session = await signInAt(core, { device: person.device, app, values })
  return { ...person, session }
}

/** Confirms what the page shows of every app that would get something. */
async function sendAll(device: Device) {
  const updates = await device.listUpdates({})
  return device.sendUpdates({ updates: updates.filter(({ changes }) => Object.keys(changes).length > 0) })
}

const entryOf = async (device: Device, name: string, value: string) =>
  (await device.refresh({})).claims.find((claim) => claim.name === name && claim.value === value)!

describe('data updates', () => {
  test('a confirmed change comes with the next refresh, once for each pair of tokens, and the log says so', async () => {
    const { device, session } = await newKept()
    expect(await session.refresh()).toBeUndefined()
    await device.saveProfile({ values: MOVED })
    const [update] = await device.listUpdates({})
    expect(update).toMatchObject({ name: 'Books', changes: MOVED, delivery: 'none', problem: undefined })
    expect(await sendAll(device)).toEqual([{ clientId: books.clientId }])
    expect(await device.listUpdates({})).toMatchObject([{ changes: {}, delivery: 'waiting' }])
    const [first, again] = [await session.ask(), await session.ask()]
    expect(again).toEqual(first)
    expect((await session.refresh())?.claims).toEqual({ ...ADA, ...MOVED })
    expect(await device.listUpdates({})).toMatchObject([{ delivery: 'fetched' }])
    expect(await session.refresh()).toBeUndefined()
    const [entry] = (await device.readActivity({})).events
    expect(entry?.event).toMatchObject({ type: 'released', version: expect.any(Number), app: { name: 'Books' } })
  })

  test('nothing leaves before the person confirms exactly what was shown', async () => {
    const { device, session } = await newKept()
    const before = core.seen.length
    await device.saveProfile({ values: { ...MOVED, phone: '+442079460958' } })
    const shown = await device.listUpdates({})
    expect(shown).toMatchObject([{ changes: MOVED }])
    await device.saveProfile({ values: { address: 'Somewhere else' } })
    const stale = { clientId: books.clientId, failure: 'stale_vault' }
    expect(await device.sendUpdates({ updates: shown })).toEqual([stale])
    expect(await device.sendUpdates({ updates: [{ clientId: 'another', changes: MOVED }] })).toMatchObject([
      { failure: 'stale_vault' },
    ])
    expect(callsSince(core, before)).not.toContain(UPDATE)
    expect(await session.refresh()).toBeUndefined()
  })

  test.each<[string, (device: Device) => Promise<unknown>, ClaimValues]>([
    [
      'a removed value is said to be gone',
      (device) => device.saveProfile({ values: { address: '' } }),
      { address: '' },
    ],
    [
      'a value that was chosen anew',
      async (device) => {
        await device.saveItems({ put: [{ name: 'email', value: 'ada@work.example' }], remove: [] })
        const { id } = await entryOf(device, 'email', 'ada@work.example')
        await device.changeNextChoice({ clientId: books.clientId, claims: { email: id } })
      },
      { email: 'ada@work.example' },
    ],
    [
      'a new entry in place of the approved one',
      async (device) => {
        const { id } = await entryOf(device, 'address', ADA.address)
        await device.saveItems({ put: [{ name: 'address', value: MOVED.address }], remove: [id] })
      },
      MOVED,
    ],
  ])('a change of any kind: %s', async (_kind, change, changes) => {
    const { device, session } = await newKept()
    await change(device)
    expect(await device.listUpdates({})).toMatchObject([{ changes }])
    await sendAll(device)
    const data = await session.refresh()
    const gone = Object.keys(changes).filter((claim) => changes[claim] === '')
    expect({ ...data?.claims, ...Object.fromEntries((data?.gone ?? []).map((claim) => [claim, ''])) }).toEqual({
      ...ADA,
      ...changes,
    })
    expect(data?.gone).toEqual(gone)
  })

  test('a claim that was left out stays out, also if it was shared before', async () => {
    const { device, session } = await newKept()
    const { address: _left, ...others } = ADA
    await signInAt(core, { device, app: books, values: others })
    await device.saveProfile({ values: { ...MOVED, email: 'ada@home.example' } })
    const [update] = await device.listUpdates({})
    expect(update?.changes).toEqual({ email: 'ada@home.example' })
    await sendAll(device)
    expect(await session.refresh()).toMatchObject({ gone: [], claims: { ...others, email: 'ada@home.example' } })
  })

  test('a second value beside the approved one is no change, also one of an import', async () => {
    const { device } = await newKept()
    const other = await signUp(core)
    await other.device.saveProfile({ values: { email: 'ada@work.example' } })
    const { text } = await other.device.exportPlain({})
    await device.saveItems({ put: [{ name: 'email', value: 'new@example.org', isPreferred: true }], remove: [] })
    await importInto(device, text)
    expect(await device.listUpdates({})).toMatchObject([{ changes: {} }])
  })

  test('core sees the same names and the same size, whichever value changed', async () => {
    const { device } = await newKept()
    const parcels = async (values: ClaimValues) => {
      const before = core.seen.length
      await device.saveProfile({ values })
      await sendAll(device)
      return core.seen
        .slice(before)
        .flatMap(({ call, body }) => (call === UPDATE ? [body as Record<string, string>] : []))
    }
    const sent = [
      ...(await parcels(MOVED)),
      ...(await parcels({ email: 'a@b.example' })),
      ...(await parcels({ name: '' })),
    ]
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ claim_names, claims_jwe }) => `${claim_names} ${claims_jwe!.length}`)).size).toBe(1)
  })

  test('two sign-ins of an app both get it, each the claims that were approved for it', async () => {
    const { device } = await signUp(core)
    const { address: _left, ...less } = ADA
    const first = await signInAt(core, { device, app: books, values: less })
    const second = await signInAt(core, { device, app: books, values: ADA })
    await device.saveProfile({ values: { ...MOVED, name: 'Ada King' } })
    expect(await sendAll(device)).toEqual([{ clientId: books.clientId }])
    expect((await first.refresh())?.claims).toEqual({ ...less, name: 'Ada King' })
    expect((await second.refresh())?.claims).toEqual({ ...ADA, ...MOVED, name: 'Ada King' })
  })

  test('a sign-in after an update begins with the newest data: nothing is left to send', async () => {
    const { device, session } = await newKept()
    await device.saveProfile({ values: MOVED })
    await sendAll(device)
    await session.refresh()
    const second = await signInAt(core, { device, app: books, values: { ...ADA, ...MOVED } })
    expect(await device.listUpdates({})).toMatchObject([{ changes: {}, delivery: 'fetched' }])
    expect(await second.refresh()).toBeUndefined()
  })

  test('a return by one gesture goes on: its grant is kept up to date too', async () => {
    const registered = { claimsEncryptionKey: books.key.publicJwk, keepsUpToDate: true }
    const returning = await newReturning(core, { ...registered, approval: { grant: { keeps_up_to_date: true } } })
    const id = await returning.askAgain()
    const page = await returning.openPage()
    expect(await page.approveQuickly({ id, ...SAID })).not.toBeNull()
    const completed = core.seen.findLast(({ call }) => call.endsWith(`${id}/complete/`))
    expect(completed?.body).toMatchObject({ grant: { keeps_up_to_date: true } })
  })

  test('an app that takes only verified addresses gets the new one once it is verified, and then that it is', async () => {
    const app = await registerKeptApp(core, { name: 'Verified', verifiedClaimsRequired: ['email'] })
    const { device } = await signUp(core)
    const verify = async (email: string) => {
      const { claims } = await device.saveProfile({ values: { email } })
      await device.startVerification({ itemId: claims.find(({ name }) => name === 'email')!.id, language: 'en' })
      await device.finishVerification({
        code: /(?<!\d)\d{6}(?!\d)/.exec(core.system.mails()[0]?.text ?? '')?.[0] ?? '',
      })
    }
    const [before, after] = [`${crypto.randomUUID()}@example.org`, `${crypto.randomUUID()}@example.org`]
    await verify(before)
    const session = await signInAt(core, { device, app, values: { email: before } })
    await device.saveProfile({ values: { email: after } })
    const shown = await device.listUpdates({})
    expect(shown).toMatchObject([{ problem: 'unverified', changes: { email: after } }])
    expect(await device.sendUpdates({ updates: shown })).toMatchObject([{ failure: 'invalid_claims' }])
    await verify(after)
    await sendAll(device)
    expect(await session.refresh()).toMatchObject({ claims: { email: after }, emailVerified: true })
  })
})

describe('data updates: of several devices', () => {
  test('the older one of a device that failed to send never comes after the newer one', async () => {
    const { device, passkey, session } = await newKept()
    const phone = await openAnother(core, { passkey })
    await device.saveProfile({ values: MOVED })
    core.once.set(UPDATE, { status: 503, body: {} })
    expect(await sendAll(device)).toMatchObject([{ failure: 'service_unavailable' }])
    await phone.refresh({})
    await phone.saveProfile({ values: { address: 'Newer' } })
    expect(await sendAll(phone)).toEqual([{ clientId: books.clientId }])
    expect(await sendAll(device)).toMatchObject([{ failure: 'stale_vault' }])
    expect((await session.refresh())?.claims).toMatchObject({ address: 'Newer' })
  })

  test('one that is overtaken while it sends reads what the other wrote, and sends nothing older', async () => {
    const { device, passkey, session } = await newKept()
    const phone = await openAnother(core, { passkey })
    await device.saveProfile({ values: MOVED })
    const shown = await device.listUpdates({})
    core.whileHeld.run = async (call) => {
      if (call !== 'GET /api/account/grants/') return
      core.whileHeld.run = undefined
      await phone.refresh({})
      await phone.saveProfile({ values: { name: 'Ada King' } })
      await sendAll(phone)
    }
    expect(await device.sendUpdates({ updates: shown })).toMatchObject([{ failure: 'stale_vault' }])
    expect((await session.refresh())?.claims).toMatchObject({ ...MOVED, name: 'Ada King' })
  })
})

test('data updates: of two tabs that send at once one does, and the other looks again', async () => {
  const { browser, person } = await signUpInBrowser(core)
  const session = await signInAt(core, { device: person.device, app: books, values: ADA })
  const tab = browser.openPage()
  await unlock(tab, person)
  await person.device.saveProfile({ values: MOVED })
  await tab.refresh({})
  const before = core.seen.length
  const sent = await Promise.all([sendAll(person.device), sendAll(tab)])
  expect(
    sent
      .flat()
      .map(({ failure }) => failure ?? 'sent')
      .toSorted(),
  ).toEqual(['sent', 'stale_vault'])
  expect(callsSince(core, before).filter((call) => call === UPDATE)).toHaveLength(1)
  expect((await session.refresh())?.claims).toMatchObject(MOVED)
})

describe('data updates: the end', () => {
  test('revoking: nothing goes any more, and the device keeps no standing answer', async () => {
    const { device, session } = await newKept()
    await device.saveProfile({ values: MOVED })
    await sendAll(device)
    await device.revokeApp({ clientId: books.clientId, name: 'Books' })
    expect(await session.ask()).toMatchObject({ error: 'invalid_grant' })
    expect(await device.listUpdates({})).toEqual([])
  })

  test('an approval until a day: they end with it', async () => {
    const clock = newClock()
    clock.pass(Date.now() - clock.now())
    const { device } = await signUp(core, { clock })
    const ends_at = new Date(clock.now() + DAY_MS).toISOString()
    await signInAt(core, { device, app: books, values: ADA }, { ends_at, keeps_up_to_date: true })
    expect(await device.listUpdates({})).toMatchObject([{ until: ends_at }])
    clock.pass(DAY_MS)
    expect(await device.listUpdates({})).toEqual([])
  })

  test('stopping: the access stays', async () => {
    const { device, session } = await newKept()
    await device.stopUpdates({ clientId: books.clientId })
    await device.saveProfile({ values: MOVED })
    expect(await device.listUpdates({})).toEqual([])
    expect(await session.refresh()).toBeUndefined()
  })

  test('another key of the app: nothing is sealed for it before the person has approved it', async () => {
    const app = await registerKeptApp(core, { name: 'Rekeyed' })
    const { device } = await newKept(ADA, app)
    await updateClient(core.system.providerSql, app.clientId, { claimsEncryptionKey: (await newAppKey()).publicJwk })
    await device.saveProfile({ values: MOVED })
    const shown = await device.listUpdates({})
    expect(shown).toMatchObject([{ problem: 'new_key' }])
    expect(await device.sendUpdates({ updates: shown })).toMatchObject([{ failure: 'app_key_changed' }])
  })

  test('an approval for once or without the choice keeps nothing, and ends what was kept', async () => {
    for (const grant of [{ once: true } as const, undefined]) {
      const { device } = await newKept()
      const { redeem } = await release(core, { device, app: books, values: ADA, approval: { grant } })
      await redeem()
      expect(await device.listUpdates({})).toEqual([])
    }
  })
})

describe('data updates: failures', () => {
  test.each(['lost', 'refused'] as const)('a %s answer loses no change: it can be sent again', async (kind) => {
    const { device, session } = await newKept()
    await device.saveProfile({ values: MOVED })
    core.once.set(UPDATE, kind === 'lost' ? 'lost' : { status: 422, body: { code: 'invalid_claims' } })
    expect(await sendAll(device)).toMatchObject([{ failure: kind === 'lost' ? 'offline' : 'invalid_claims' }])
    expect(await device.listUpdates({})).toMatchObject([{ changes: MOVED }])
    const [entry] = (await device.readActivity({})).events
    expect(entry?.event.type).toBe(kind === 'lost' ? 'not_released' : 'release_failed')
    expect(await sendAll(device)).toEqual([{ clientId: books.clientId }])
    expect((await session.refresh())?.claims).toMatchObject(MOVED)
  })
})
