import { createMemoryStorage } from '@countersign/device'
import {
  codeOf,
  createAuthenticator,
  ENGINES,
  newDevice,
  prfOutputOf,
  signInByPasskey,
  signUp,
} from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFlow } from '../support/start-flow.ts'
import { type System, startSystem } from '../support/system.ts'

const password = 'correct horse battery staple'

describe.each(ENGINES)('the worker against the real core, on the %s database', (engine) => {
  let system: System
  beforeAll(async () => {
    system = await startSystem(engine, 'together')
  })
  afterAll(() => system.close())

  const address = () => ({ url: system.coreUrl, origin: new URL(system.consentUrl).origin })
  const newPasskey = () => createAuthenticator(address())

  test('signs up by passkey, adds a second one and a password, and reads the log of it', async () => {
    const { device, profile } = await signUp(address())
    await device.saveProfile({ values: { name: 'Ada' } })
    const second = newPasskey()
    const { options } = await device.startPasskeyAddition({})
    await device.addPasskey({ response: second.create(options), prf: prfOutputOf(second), label: 'Phone' })
    await device.setPassword({ login: `ada-${engine}`, password })
    const phone = newDevice(address())
    expect(await signInByPasskey(phone, second)).toMatchObject({ userId: profile.userId, values: { name: 'Ada' } })
    const storage = createMemoryStorage()
    const laptop = newDevice(address(), { storage })
    await laptop.signIn({ login: `ADA-${engine}`, password })
    expect(await storage.read()).toMatchObject({ deviceToken: expect.stringMatching(/^cs_dt_/) })
    await laptop.changePassword({ password: `${password} 2` })
    await laptop.changeLoginName({
      currentLogin: `ada-${engine}`,
      login: `ada-2-${engine}`,
      password: `${password} 2`,
    })
    const methods = await laptop.listMethods({})
    expect(methods.map(({ type, label, isCurrent }) => [type, label, isCurrent])).toEqual(
      expect.arrayContaining([
        ['passkey', undefined, false],
        ['passkey', 'Phone', false],
        ['password', undefined, true],
        ['recovery', undefined, false],
      ]),
    )
    expect(methods.every(({ createdAt }) => createdAt !== undefined)).toBe(true)
    const phoneKey = methods.find(({ label }) => label === 'Phone')
    await laptop.removeMethod({ unlockId: phoneKey!.unlockId })
    expect(await codeOf(signInByPasskey(newDevice(address()), second))).toBe('invalid_credentials')
    expect((await laptop.readActivity({})).events.map(({ event }) => event.type)).toEqual([
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
    expect(await codeOf(newDevice(address()).signIn({ login: `ada-2-${engine}`, password: `${password} 2` }))).toBe(
      'invalid_credentials',
    )
  })

  test('recovers, rotates, and approves under the log', async () => {
    const { device, recoveryKey, profile } = await signUp(address())
    await device.saveProfile({ values: { email: 'ada@example.org' } })
    const rescue = newDevice(address())
    await rescue.signInByRecoveryKey({ recoveryKey })
    await rescue.listMethods({})
    await rescue.prepareRecoveryKey({})
    const passkey = newPasskey()
    const { options } = await rescue.startPasskeyAddition({})
    const recovered = await rescue.recoverByPasskey({
      response: passkey.create(options),
      prf: prfOutputOf(passkey),
      label: 'New',
    })
    expect(recovered).toMatchObject({ scope: 'full', userId: profile.userId })
    await rescue.prepareRecoveryKey({})
    await rescue.rotateAccountKey({})
    const again = newDevice(address())
    expect(await signInByPasskey(again, passkey)).toMatchObject({ values: { email: 'ada@example.org' } })
    const { challengeId, options: request } = await again.startPasskeySignIn({})
    await again.stepUpByPasskey({ challengeId, response: passkey.get(request), prf: prfOutputOf(passkey) })

    const requestId = await startFlow(system)
    const details = await again.readRequest({ id: requestId })
    const released = await again.approve({
      clientId: details.client.client_id,
      host: 'localhost:8090',
      encryptionKey: details.client.claims_encryption_jwk,
      id: requestId,
      appName: details.client.name,
      scopes: details.requested_scopes,
      claims: { email: 'ada@example.org' },
    })
    expect(released.code).toMatch(/^cs_/)
    expect((await again.readActivity({})).events[0]?.event).toMatchObject({ type: 'released', claims: ['email'] })
  })
})
