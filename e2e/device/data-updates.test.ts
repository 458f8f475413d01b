import type { ClaimValues, Device } from '@countersign/device'
import { signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { registerKeptApp, sendAll, signInAt, signUpKept, UPDATE } from '../support/kept-app.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { newReturning, SAID } from '../support/returning.ts'
import { lend } from '../support/shared.ts'
import { importInto } from './devices.ts'

const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', address: '12 St James’s Square\nLondon' }
const MOVED = { address: '1 Ockham Park\nSurrey' }

const core = useLyingCore()
const books = lend(() => registerKeptApp(core))

const newKept = (values: ClaimValues = ADA, app = books) => signUpKept(core, app, values)

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
