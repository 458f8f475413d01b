import { createMemorySessions } from '@countersign/device'
import {
  codeOf,
  createAuthenticator,
  newDevice,
  type Person,
  prfOutputOf,
  signInByPasskey,
  signUp,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { readLoggedTypes } from '../../support/logged-types.ts'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'
import { outcomeOf } from '../devices.ts'

const password = 'violet kettle sleeps in orbit'
const CHANGES = 'POST /api/account/methods/changes/'
const core = useLyingCore()

describe('a recovery key', () => {
  test('opens the vault for one purpose: a new method and a new recovery key, in one change', async () => {
    const { device, recoveryKey, profile } = await signUp(core)
    await device.saveProfile({ values: { name: 'Ada' } })
    const rescue = newDevice(core)
    const opened = await rescue.signInByRecoveryKey({ recoveryKey: recoveryKey.toLowerCase() })
    expect(opened).toMatchObject({ scope: 'recovery', method: 'recovery', values: { name: 'Ada' } })
    const { recoveryKey: newKey } = await rescue.prepareRecoveryKey({})
    const passkey = createAuthenticator(core)
    const { options } = await rescue.startPasskeyAddition({})
    const before = core.seen.length
    const recovered = await rescue.recoverByPasskey({
      response: passkey.create(options),
      prf: prfOutputOf(passkey),
      label: 'New phone',
    })
    expect(recovered).toMatchObject({ scope: 'full', method: 'passkey', userId: profile.userId })
    expect(callsSince(core, before)).toEqual([CHANGES])
    expect(await readLoggedTypes(rescue)).toEqual(['recovery_key_replaced', 'method_added'])
    expect(await signInByPasskey(newDevice(core), passkey)).toMatchObject({ values: { name: 'Ada' } })
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))).toBe('invalid_credentials')
    const again = await newDevice(core).signInByRecoveryKey({ recoveryKey: newKey })
    expect(again.userId).toBe(profile.userId)
  })

  test('leaves the session with the name of a new password, and asks for one that stayed', async () => {
    const purpose = { act: 'export_account' } as const
    const { device, recoveryKey } = await signUp(core)
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    const { recoveryKey: newKey } = await rescue.prepareRecoveryKey({})
    expect(await rescue.recoverByPassword({ login: 'Rescued', password })).toMatchObject({ login: 'rescued' })
    expect(await rescue.stepUpByPassword({ purpose, password })).toMatchObject({ method: 'password' })

    await device.signInByRecoveryKey({ recoveryKey: newKey })
    await device.prepareRecoveryKey({})
    const recovered = await device.recoverByPassword({ password: `${password} new` })
    expect(recovered).toMatchObject({ method: 'password', login: undefined })
    const named = { purpose, login: 'rescued', password: `${password} new` }
    expect(await device.stepUpByPassword(named)).toMatchObject({ login: 'rescued' })
    expect(await device.stepUpByPassword({ purpose, password: named.password })).toMatchObject({ method: 'password' })
  })

  test('that is to take the place of another has to be made first', async () => {
    const { device, recoveryKey } = await signUp(core)
    expect(await codeOf(device.replaceRecoveryKey({}))).toBe('locked')
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    expect(await outcomeOf(core, rescue.recoverByPassword({ password }))).toEqual(['locked'])
    await device.prepareRecoveryKey({})
    expect(await codeOf(device.replaceRecoveryKey({}))).toBe('nothing')
    expect(await codeOf(device.replaceRecoveryKey({}))).toBe('locked')
  })

  test('is not sent when it has a typing error', async () => {
    const { recoveryKey } = await signUp(core)
    const last = recoveryKey.endsWith('0') ? '1' : '0'
    const before = core.seen.length
    const typed = { recoveryKey: `${recoveryKey.slice(0, -1)}${last}` }
    expect(await codeOf(newDevice(core).signInByRecoveryKey(typed))).toBe('recovery_key_checksum')
    expect(core.seen.length).toBe(before)
  })
})

const LOG = 'GET /api/vault/activity/'
const RESCUE = 'Firefox on Windows'

/** On a device that has nothing but the recovery key. */
async function recoverElsewhere({ recoveryKey }: Person, login: string): Promise<void> {
  const rescue = newDevice(core, { name: RESCUE })
  await rescue.signInByRecoveryKey({ recoveryKey })
  await rescue.prepareRecoveryKey({})
  const recovered = await rescue.recoverByPassword({ login, password: 'violet kettle in orbit' })
  expect(recovered.isRecoveryKeyReplaced).toBe(false)
}

/** The next page of the person's own device. */
async function signInAgain({ storage, passkey }: Person) {
  const device = newDevice(core, { storage, sessions: createMemorySessions() })
  return { device, profile: await signInByPasskey(device, passkey) }
}

describe('a recovery on another device', () => {
  test('is told to the person at each sign-in, with when and where, until they dismiss it', async () => {
    const person = await signUp(core)
    await person.device.readNotices({})
    await recoverElsewhere(person, 'recovered-elsewhere')
    for (let visit = 0; visit < 2; visit += 1) {
      const { device, profile } = await signInAgain(person)
      expect(profile).toMatchObject({ isRecoveryKeyReplaced: true, notices: undefined })
      const { notices } = await device.readNotices({})
      const at = expect.stringMatching(/^\d{4}-.*Z$/)
      expect(notices?.list).toContainEqual({ kind: 'recovery_key_replaced', at, device: RESCUE, times: 1 })
      expect(notices?.list.map(({ kind }) => kind).toSorted()).toEqual([
        'method_added',
        'recovery_key_replaced',
        'recovery_key_used',
      ])
    }
    const { device } = await signInAgain(person)
    await device.readNotices({})
    const none = { isRecoveryKeyReplaced: false, notices: { list: [], isComplete: true } }
    expect(await device.dismissNotices({})).toMatchObject(none)
    const again = await signInAgain(person)
    expect(await again.device.readNotices({})).toMatchObject(none)
  })

  test('is told where core shows no log: the head lists the key', async () => {
    const person = await signUp(core)
    await person.device.readNotices({})
    await recoverElsewhere(person, 'recovered-in-silence')
    core.once.set(LOG, { status: 503, body: { code: 'service_unavailable' } })
    core.lies.set('GET /api/account/events/', () => ({ events: [], next_cursor: null }))
    const { device } = await signInAgain(person)
    const { notices } = await device.readNotices({})
    expect(notices).toEqual({ list: [{ kind: 'recovery_key_replaced', times: 1 }], isComplete: false })
    core.lies.clear()
    await device.dismissNotices({})
    const { notices: later } = await (await signInAgain(person)).device.readNotices({})
    const kinds = later?.list.map(({ kind }) => kind).toSorted()
    expect(kinds).toEqual(['method_added', 'recovery_key_replaced', 'recovery_key_used'])
  })

  test('is nothing that a new device could know of, nor told where the person replaced the key themselves', async () => {
    const person = await signUp(core)
    await person.device.prepareRecoveryKey({})
    expect((await person.device.replaceRecoveryKey({})).isRecoveryKeyReplaced).toBe(false)
    expect((await signInAgain(person)).profile.isRecoveryKeyReplaced).toBe(false)
    const laptop = newDevice(core)
    expect((await signInByPasskey(laptop, person.passkey)).isRecoveryKeyReplaced).toBe(false)
  })
})
