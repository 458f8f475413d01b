import { codeOf, createAuthenticator, newDevice, prfOutputOf, signInByPasskey, signUp } from '@countersign/testing'
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

  test('leaves the session knowing the name that was chosen with a new password, and asking for one that stayed', async () => {
    const purpose = { act: 'export_account' } as const
    const { device, recoveryKey } = await signUp(core)
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    const { recoveryKey: newKey } = await rescue.prepareRecoveryKey({})
    expect(await rescue.recoverByPassword({ login: 'Rescued', password })).toMatchObject({ knowsLogin: true })
    expect(await rescue.stepUpByPassword({ purpose, password })).toMatchObject({ method: 'password' })

    await device.signInByRecoveryKey({ recoveryKey: newKey })
    await device.prepareRecoveryKey({})
    const recovered = await device.recoverByPassword({ password: `${password} new` })
    expect(recovered).toMatchObject({ method: 'password', knowsLogin: false })
    const named = { purpose, login: 'rescued', password: `${password} new` }
    expect(await device.stepUpByPassword(named)).toMatchObject({ knowsLogin: true })
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
