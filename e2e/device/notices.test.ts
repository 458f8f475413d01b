import type { AccountEvent } from '@countersign/contracts'
import { withAccounts } from '@countersign/core'
import { newAppKey } from '@countersign/data-token/testing'
import { createMemorySessions, createMemoryStorage } from '@countersign/device'
import { newDevice, type Person, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../support/approval.ts'
import { registerApp } from '../support/asking-app.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { release } from '../support/returning.ts'

const core = useLyingCore()

const PHONE = 'Safari on iPhone'

/** The next visit on the person's own device. */
async function noticesAfter({ storage, passkey }: Pick<Person, 'storage' | 'passkey'>) {
  const device = newDevice(core, { storage, sessions: createMemorySessions() })
  await signInByPasskey(device, passkey)
  const { notices } = await device.readNotices({})
  return { device, notices }
}

/** Another device of the person, which has the name of the first unless it is given one. */
async function openPhone({ passkey }: Person, name = PHONE) {
  const device = newDevice(core, { name, sessions: createMemorySessions() })
  await signInByPasskey(device, passkey)
  return device
}

const kindsOf = (notices: Awaited<ReturnType<typeof noticesAfter>>['notices']) => notices?.list.map(({ kind }) => kind)

describe('a change by another device', () => {
  test('is told once: a sign-in on a new device, and the first approval of an app', async () => {
    const person = await signUp(core)
    await person.device.readNotices({})
    const phone = await openPhone(person)
    await phone.approve(await approvalOf(core, phone))
    await phone.approve(await approvalOf(core, phone))
    const { device, notices } = await noticesAfter(person)
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(notices).toEqual({
      isComplete: true,
      list: [
        { kind: 'app_approved', at, device: PHONE, app: 'Demo App', times: 1 },
        { kind: 'new_device', at, device: expect.any(String), times: 1 },
      ],
    })
    await phone.approve(await approvalOf(core, phone))
    await device.dismissNotices({})
    expect((await noticesAfter(person)).notices).toEqual({ list: [], isComplete: true })
    // The visits above were by a browser that the phone had not seen.
    expect(kindsOf((await phone.readNotices({})).notices)).toEqual(['new_device'])
  })

  test('is told where it was sent to an app that is kept up to date', async () => {
    const person = await signUp(core)
    const { publicJwk: claimsEncryptionKey, privateJwk } = await newAppKey()
    const kept = { name: 'Books', scopes: { openid: {}, email: {} }, claimsEncryptionKey, keepsUpToDate: true }
    const asking = await registerApp(core.system, kept)
    const app = { ...asking, begin: () => asking.begin({ claimsDecryptionKey: JSON.stringify(privateJwk) }) }
    const approval = { grant: { keeps_up_to_date: true } } as const
    const values = { email: 'ada@example.org' }
    await (await release(core, { device: person.device, app, values, approval })).redeem()
    await person.device.readNotices({})
    const phone = await openPhone(person)
    await phone.saveProfile({ values: { email: 'ada@home.example' } })
    await phone.sendUpdates({ updates: await phone.listUpdates({}) })
    const update = { kind: 'app_updated', device: PHONE, app: 'Books', times: 1 }
    expect((await noticesAfter(person)).notices?.list).toContainEqual(expect.objectContaining(update))
  })

  test('is told with its reason where an operator made it', async () => {
    const person = await signUp(core)
    const { userId } = await person.device.readNotices({})
    const [database] = core.system.databases
    if (!database) throw new Error('The system has no database.')
    const command = { sql: database.sql, env: {}, by: 'command_line:test', warn: () => undefined } as const
    await withAccounts(command, ({ act }) => act({ act: 'end_sessions', userId, reason: 'To be sure.' }))
    expect((await noticesAfter(person)).notices?.list).toMatchObject([
      { kind: 'account_sessions_ended', reason: 'To be sure.' },
    ])
  })

  test('is told under the name of this device too, and changes by this one are not', async () => {
    const person = await signUp(core)
    await person.device.readNotices({})
    await person.device.prepareRecoveryKey({})
    await person.device.replaceRecoveryKey({})
    expect((await noticesAfter(person)).notices?.list).toEqual([])
    const namesake = await openPhone(person, 'Chrome on Linux')
    await namesake.approve(await approvalOf(core, namesake))
    expect(kindsOf((await noticesAfter(person)).notices)).toEqual(['app_approved', 'new_device'])
  })

  test('is not told to a device that opens the vault for the first time', async () => {
    const person = await signUp(core)
    await person.device.approve(await approvalOf(core, person.device))
    const phone = await openPhone(person)
    expect((await phone.readNotices({})).notices).toEqual({ list: [], isComplete: true })
  })

  test('is told on the first visit too: it counts from the first sign-in of the device', async () => {
    const person = await signUp(core)
    await openPhone(person)
    expect(kindsOf((await noticesAfter(person)).notices)).toEqual(['new_device'])
    const tablet = { storage: createMemoryStorage(), passkey: person.passkey }
    await signInByPasskey(
      newDevice(core, { storage: tablet.storage, sessions: createMemorySessions() }),
      person.passkey,
    )
    const phone = await openPhone(person)
    await phone.approve(await approvalOf(core, phone))
    expect(kindsOf((await noticesAfter(tablet)).notices)).toEqual(['app_approved', 'new_device'])
  })

  test('is not hidden by a core that leaves log entries out: the device says that some are missing', async () => {
    const person = await signUp(core)
    await person.device.readNotices({})
    const phone = await openPhone(person)
    await phone.approve(await approvalOf(core, phone))
    core.lies.set('GET /api/account/events/', () => ({ events: [], next_cursor: null }))
    core.lies.set('GET /api/vault/activity/', () => ({ entries: [] }))
    const { device, notices } = await noticesAfter(person)
    expect(notices).toEqual({ list: [], isComplete: false })
    await device.dismissNotices({})
    core.lies.clear()
    expect(kindsOf((await noticesAfter(person)).notices)).toEqual(['app_approved', 'new_device'])
  })
})

describe('notices after one lie of core', () => {
  type Events = { readonly events: readonly AccountEvent[]; readonly next_cursor: string | null }
  const EVENTS = 'GET /api/account/events/'
  const made = (count: number, at: string) =>
    Array.from({ length: count }, () => ({
      event_id: crypto.randomUUID(),
      type: 'signed_in' as const,
      at,
      user_agent: '',
      network: '',
    }))
  const LIES: readonly [string, (all: Events) => unknown][] = [
    [
      'the newest is of the year 9999',
      (all) => ({ ...all, events: [...made(1, '9999-01-01T00:00:00.000Z'), ...all.events] }),
    ],
    [
      'each is of the year 9999',
      (all) => ({ ...all, events: all.events.map((each) => ({ ...each, at: '9999-01-01T00:00:00Z' })) }),
    ],
    ['a time is not one', (all) => ({ ...all, events: all.events.map((each) => ({ ...each, at: '~' })) })],
    ['an id is not one', (all) => ({ ...all, events: all.events.map((each) => ({ ...each, event_id: '~' })) })],
    [
      'all are others, and more than a device remembers',
      () => ({ events: made(300, '2026-01-01T00:00:00Z'), next_cursor: null }),
    ],
    ['none', () => ({ events: [], next_cursor: null })],
  ]
  test.each(LIES)('the next sign-in on a new device is told although %s', async (_lie, lie) => {
    const person = await signUp(core)
    await person.device.readNotices({})
    core.lies.set(EVENTS, lie)
    const { device } = await noticesAfter(person)
    await device.dismissNotices({})
    core.lies.clear()
    await openPhone(person)
    expect(kindsOf((await noticesAfter(person)).notices)).toContain('new_device')
  })

  test('a sign-in that core left out is told once it is honest again', async () => {
    const person = await signUp(core)
    await person.device.readNotices({})
    await openPhone(person)
    core.lies.set(EVENTS, (all: Events) => ({ ...all, events: all.events.filter((each) => !each.new_device_session) }))
    const { device } = await noticesAfter(person)
    await device.dismissNotices({})
    core.lies.clear()
    expect(kindsOf((await noticesAfter(person)).notices)).toEqual(['new_device'])
  })
})
