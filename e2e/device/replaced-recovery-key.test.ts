import { createMemorySessions } from '@countersign/device'
import { newDevice, type Person, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { useLyingCore } from '../support/lying-core.ts'

const LOG = 'GET /api/vault/activity/'
const RESCUE = 'Firefox on Windows'

const core = useLyingCore()

/** On a device that has nothing but the recovery key. */
async function recoverElsewhere({ recoveryKey }: Person, login: string): Promise<void> {
  const rescue = newDevice(core, { name: RESCUE })
  await rescue.signInByRecoveryKey({ recoveryKey })
  await rescue.prepareRecoveryKey({})
  const recovered = await rescue.recoverByPassword({ login, password: 'violet kettle in orbit' })
  expect(recovered.replacedRecoveryKey).toBeUndefined()
}

/** The next page of the person's own device. */
async function signInAgain({ storage, passkey }: Person) {
  const device = newDevice(core, { storage, sessions: createMemorySessions() })
  return { device, profile: await signInByPasskey(device, passkey) }
}

describe('a recovery on another device', () => {
  test('is told to the person at each sign-in, with when and where, until they confirm it', async () => {
    const person = await signUp(core)
    await recoverElsewhere(person, 'recovered-elsewhere')
    const told = { at: expect.stringMatching(/^\d{4}-.*Z$/), device: RESCUE }
    expect((await signInAgain(person)).profile.replacedRecoveryKey).toEqual(told)
    const { device, profile } = await signInAgain(person)
    expect(profile.replacedRecoveryKey).toEqual(told)
    expect((await device.confirmVault({ what: 'recovery_key' })).replacedRecoveryKey).toBeUndefined()
    expect((await signInAgain(person)).profile.replacedRecoveryKey).toBeUndefined()
  })

  test('is told where core shows no log: the head lists the key', async () => {
    const person = await signUp(core)
    await recoverElsewhere(person, 'recovered-in-silence')
    core.once.set(LOG, { status: 503, body: { code: 'service_unavailable' } })
    expect((await signInAgain(person)).profile.replacedRecoveryKey).toEqual({})
  })

  test('is nothing that a new device could know of, nor told where the person replaced the key themselves', async () => {
    const person = await signUp(core)
    await person.device.prepareRecoveryKey({})
    expect((await person.device.replaceRecoveryKey({})).replacedRecoveryKey).toBeUndefined()
    expect((await signInAgain(person)).profile.replacedRecoveryKey).toBeUndefined()
    const laptop = newDevice(core)
    expect((await signInByPasskey(laptop, person.passkey)).replacedRecoveryKey).toBe(undefined)
  })
})
