import { createMemoryStorage } from '@countersign/device'
import {
  byPasskey,
  codeOf,
  confirming,
  createAuthenticator,
  newDevice,
  prfOutputOf,
  signInByPasskey,
  signUp,
  startBeforeAll,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { addAnotherPasskey } from '../support/add-another-passkey.ts'
import { approvalOf, showClaims } from '../support/approval.ts'
import { readLoggedTypes } from '../support/logged-types.ts'
import { coreOf, startSystem } from '../support/system.ts'

const password = 'violet kettle sleeps in orbit'

/** The other tests of devices run on PostgreSQL. */
describe('a device against core on the embedded database', () => {
  const system = startBeforeAll(() => startSystem('embedded', 'without_page'))

  const address = () => coreOf(system)

  test('signs up by passkey, adds a second one and a password, and reads the log of it', async () => {
    const { device, profile } = await signUp(address())
    await device.saveProfile({ values: { name: 'Ada' } })
    const second = await addAnotherPasskey(address(), device)
    await device.setPassword({ login: 'ada', password })
    const opened = await signInByPasskey(newDevice(address()), second)
    expect(opened).toMatchObject({ userId: profile.userId, values: { name: 'Ada' } })
    const storage = createMemoryStorage()
    const current = { login: 'ada', password }
    const laptop = confirming(newDevice(address(), { storage }), (each, purpose) =>
      each.stepUpByPassword({ ...current, purpose }),
    )
    await laptop.signIn({ login: 'ADA', password })
    expect(await storage.read()).toMatchObject({ deviceToken: expect.stringMatching(/^cs_dt_/) })
    await laptop.changePassword({ password: `${password} 2` })
    current.password = `${password} 2`
    await laptop.changeLoginName({ currentLogin: 'ada', login: 'ada-2', password: current.password })
    current.login = 'ada-2'
    const methods = await laptop.listMethods({})
    expect(methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'passkey', 'password', 'recovery'])
    expect(methods.every(({ createdAt }) => createdAt !== undefined)).toBe(true)
    await laptop.removeMethod({ unlockId: methods.find(({ label }) => label === 'Phone')!.unlockId })
    expect(await codeOf(signInByPasskey(newDevice(address()), second))).toBe('invalid_credentials')
    expect(await readLoggedTypes(laptop)).toEqual([
      'method_removed',
      'login_name_changed',
      'password_changed',
      'method_added',
      'method_added',
    ])
    expect((await laptop.listEvents({})).events.length).toBeGreaterThan(3)
    expect(await laptop.listSessions({})).toHaveLength(1)
    expect(JSON.parse((await laptop.exportAccount({})).text)).toMatchObject({ user_id: profile.userId })
    await laptop.deleteAccount({})
    expect(await codeOf(newDevice(address()).signIn(current))).toBe('invalid_credentials')
  })

  test('recovers, rotates, and approves under the log', async () => {
    const { device, recoveryKey, profile } = await signUp(address())
    await device.saveProfile({ values: { email: 'ada@example.org' } })
    const rescue = newDevice(address())
    await rescue.signInByRecoveryKey({ recoveryKey })
    await rescue.listMethods({})
    await rescue.prepareRecoveryKey({})
    const passkey = createAuthenticator(address())
    const { options } = await rescue.startPasskeyAddition({})
    const recovered = await rescue.recoverByPasskey({
      response: passkey.create(options),
      prf: prfOutputOf(passkey),
      label: 'New',
    })
    expect(recovered).toMatchObject({ scope: 'full', userId: profile.userId })
    await rescue.prepareRecoveryKey({})
    await confirming(rescue, byPasskey(passkey)).rotateAccountKey({})
    const again = newDevice(address())
    expect(await signInByPasskey(again, passkey)).toMatchObject({ values: { email: 'ada@example.org' } })
    const claims = await showClaims(again, { email: 'ada@example.org' })
    const released = await again.approve({ ...(await approvalOf({ system }, again)), claims })
    expect(released.code).toMatch(/^cs_/)
    expect((await again.readActivity({})).events[0]?.event).toMatchObject({ type: 'released', claims: ['email'] })
  })
})
