import { newAppKey } from '@countersign/data-token/testing'
import type { ClaimValues } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { newClock } from '../support/clock.ts'
import { registerKeptApp, sendAll, signInAt, signUpKept, UPDATE } from '../support/kept-app.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { release, unlock } from '../support/returning.ts'
import { lend } from '../support/shared.ts'
import { openAnother, signUpInBrowser } from './devices.ts'

const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', address: '12 St James’s Square\nLondon' }
const MOVED = { address: '1 Ockham Park\nSurrey' }
const DAY_MS = 86_400_000

const core = useLyingCore()
const books = lend(() => registerKeptApp(core))

const newKept = (values: ClaimValues = ADA, app = books) => signUpKept(core, app, values)

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
