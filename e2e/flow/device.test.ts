import { type Authenticator, createAuthenticator, ENGINES } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCoreApi } from '../../services/web/src/api/core-api.ts'
import { codeOf } from '../../services/web/src/testing/device.ts'
import { createHandlers } from '../../services/web/src/vault/worker-calls.ts'
import { startFlow } from '../support/start-flow.ts'
import { type System, startSystem } from '../support/system.ts'

const password = 'correct horse battery staple'

describe.each(ENGINES)('the worker against the real core, on the %s database', (engine) => {
  let system: System
  beforeAll(async () => {
    system = await startSystem(engine, 'together')
  })
  afterAll(() => system.close())

  const newDevice = () =>
    createHandlers(createCoreApi({ coreUrl: system.coreUrl, fetch }), { device: 'Chrome on Linux' })
  type Device = ReturnType<typeof newDevice>
  const newPasskey = () => createAuthenticator({ origin: new URL(system.consentUrl).origin })
  const outputOf = ({ prfOutput }: Authenticator) => new Uint8Array(prfOutput).buffer

  async function signUp() {
    const [device, passkey] = [newDevice(), newPasskey()]
    const { recoveryKey } = await device.preparePasskeyAccount({})
    const { options } = await device.startPasskeySignUp({})
    const profile = await device.finishPasskeySignUp({ response: passkey.create(options), prf: outputOf(passkey) })
    return { device, passkey, recoveryKey, profile }
  }

  async function signIn(device: Device, passkey: Authenticator) {
    const { challengeId, options } = await device.startPasskeySignIn({})
    return device.finishPasskeySignIn({
      challengeId,
      response: passkey.get(options),
      prf: outputOf(passkey),
      memories: {},
    })
  }

  test('signs up by passkey, adds a second one and a password, and reads the log of it', async () => {
    const { device, profile } = await signUp()
    await device.saveProfile({ values: { name: 'Ada' } })
    const second = newPasskey()
    const { options } = await device.startPasskeyAddition({})
    await device.addPasskey({ response: second.create(options), prf: outputOf(second), label: 'Phone' })
    await device.setPassword({ login: `ada-${engine}`, password })
    const phone = newDevice()
    expect(await signIn(phone, second)).toMatchObject({ userId: profile.userId, values: { name: 'Ada' } })
    const laptop = newDevice()
    const opened = await laptop.signIn({ login: `ADA-${engine}`, password, memories: {} })
    expect(opened.deviceToken).toMatch(/^cs_dt_/)
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
    expect(await codeOf(signIn(newDevice(), second))).toBe('invalid_credentials')
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
    expect(
      await codeOf(newDevice().signIn({ login: `ada-2-${engine}`, password: `${password} 2`, memories: {} })),
    ).toBe('invalid_credentials')
  })

  test('recovers, rotates, and approves under the log', async () => {
    const { device, recoveryKey, profile } = await signUp()
    await device.saveProfile({ values: { email: 'ada@example.org' } })
    const rescue = newDevice()
    await rescue.signInByRecoveryKey({ recoveryKey, memories: {} })
    await rescue.listMethods({})
    await rescue.prepareRecoveryKey({})
    const passkey = newPasskey()
    const { options } = await rescue.startPasskeyAddition({})
    const recovered = await rescue.recoverByPasskey({
      response: passkey.create(options),
      prf: outputOf(passkey),
      label: 'New',
    })
    expect(recovered).toMatchObject({ scope: 'full', userId: profile.userId })
    await rescue.prepareRecoveryKey({})
    await rescue.rotateAccountKey({})
    const again = newDevice()
    expect(await signIn(again, passkey)).toMatchObject({ values: { email: 'ada@example.org' } })
    const { challengeId, options: request } = await again.startPasskeySignIn({})
    await again.stepUpByPasskey({ challengeId, response: passkey.get(request), prf: outputOf(passkey) })

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
