import {
  type Authenticator,
  byPasskey,
  byPassword,
  codeOf,
  confirming,
  newDevice,
  signInByPasskey,
  signUp,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { addAnotherPasskey } from '../../support/add-another-passkey.ts'
import { readLoggedTypes } from '../../support/logged-types.ts'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'
import { openAnother, outcomeOf } from '../devices.ts'

const password = 'violet kettle sleeps in orbit'
const ROTATE = 'POST /api/vault/rotate/'
const READ = 'GET /api/vault/'
const core = useLyingCore()

describe('a new account key', () => {
  test('keeps the present method, the entries and the log, and ends every other method', async () => {
    const { device, passkey, recoveryKey } = await signUp(core)
    await device.saveProfile({ values: { name: 'Ada' } })
    const second = await addAnotherPasskey(core, device)
    const phone = newDevice(core)
    await signInByPasskey(phone, second)
    const { recoveryKey: newKey } = await device.prepareRecoveryKey({})
    expect(await device.rotateAccountKey({})).toMatchObject({ values: { name: 'Ada' } })
    expect(await codeOf(phone.refresh({}))).toBe('invalid_session')
    expect(await readLoggedTypes(device)).toEqual([
      'method_removed',
      'recovery_key_replaced',
      'account_key_rotated',
      'method_added',
    ])
    expect(await device.saveProfile({ values: { name: 'Ada L.' } })).toMatchObject({ values: { name: 'Ada L.' } })
    expect(await codeOf(signInByPasskey(newDevice(core), second))).toBe('invalid_credentials')
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))).toBe('invalid_credentials')
    expect(await signInByPasskey(newDevice(core), passkey)).toMatchObject({ values: { name: 'Ada L.' } })
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey: newKey }))).toBe('nothing')
  })

  test.each([
    ['the old password', (login: string, _passkey: Authenticator) => byPassword({ login, password })],
    ['a passkey, which stays', (_login: string, passkey: Authenticator) => byPasskey(passkey)],
  ])('together with another password is one change by one gesture, with %s', async (how, gestureOf) => {
    const { device, bare, passkey, recoveryKey } = await signUp(core)
    const login = `known-${how.length}`
    await device.saveProfile({ values: { name: 'Ada' } })
    await device.setPassword({ login, password })
    await bare.prepareRecoveryKey({})
    const confirmed = confirming(bare, gestureOf(login, passkey))
    const before = core.seen.length
    const next = `${password} that no one knows`
    expect(await confirmed.rotateAccountKey({ password: next })).toMatchObject({ values: { name: 'Ada' } })
    const sent = callsSince(core, before).filter((call) => !call.startsWith('GET'))
    expect(sent.filter((call) => /password\/finish|passkey\/finish/.test(call))).toHaveLength(1)
    expect(sent.slice(-2)).toEqual(['POST /api/account/methods/password/start/', 'POST /api/vault/rotate/'])
    expect(await newDevice(core).signIn({ login, password: next })).toMatchObject({ values: { name: 'Ada' } })
    expect(await codeOf(newDevice(core).signIn({ login, password }))).toBe('invalid_credentials')
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))).toBe('invalid_credentials')
    const isKept = how.includes('passkey')
    expect(await codeOf(signInByPasskey(newDevice(core), passkey))).toBe(isKept ? 'nothing' : 'invalid_credentials')
    expect(await readLoggedTypes(bare)).toEqual([
      ...(isKept ? [] : ['method_removed']),
      'password_changed',
      'recovery_key_replaced',
      'account_key_rotated',
      'method_added',
    ])
    expect(await bare.saveProfile({ values: { name: 'Ada L.' } })).toMatchObject({ values: { name: 'Ada L.' } })
  })

  test('that another device was faster than is made anew, of what that one wrote', async () => {
    const { bare, passkey } = await signUp(core)
    await bare.prepareRecoveryKey({})
    await byPasskey(passkey)(bare, { act: 'rotate_account_key' })
    const phone = await openAnother(core, { passkey })
    await phone.saveProfile({ values: { phone: '+41' } })
    const before = core.seen.length
    expect(await bare.rotateAccountKey({})).toMatchObject({ values: { phone: '+41' } })
    expect(callsSince(core, before)).toEqual([ROTATE, READ, ROTATE])
    expect(await signInByPasskey(newDevice(core), passkey)).toMatchObject({ values: { phone: '+41' } })
  })

  test('is given up after five stale rounds, or one other refusal, and its gesture serves again', async () => {
    const { bare, passkey, recoveryKey } = await signUp(core)
    await bare.prepareRecoveryKey({})
    await byPasskey(passkey)(bare, { act: 'rotate_account_key' })
    const rotations = async () => {
      const before = core.seen.length
      const code = await codeOf(bare.rotateAccountKey({}))
      return [code, callsSince(core, before).filter((call) => call === ROTATE).length]
    }
    core.once.set(ROTATE, { status: 412, body: { code: 'stale_vault' }, times: 5 })
    expect(await rotations()).toEqual(['stale_vault', 5])
    core.once.set(ROTATE, { status: 503, body: { code: 'service_unavailable' } })
    expect(await rotations()).toEqual(['service_unavailable', 1])
    expect(await rotations()).toEqual(['nothing', 1])
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))).toBe('invalid_credentials')
  })

  test('is not made by a recovery key, and core is not asked', async () => {
    const { recoveryKey } = await signUp(core)
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    await rescue.prepareRecoveryKey({})
    expect(await outcomeOf(core, rescue.rotateAccountKey({}))).toEqual(['insufficient_session'])
  })

  test('leaves the method that it was made by the one of the session', async () => {
    const { device, passkey } = await signUp(core)
    await device.prepareRecoveryKey({})
    await device.rotateAccountKey({})
    const methods = await device.listMethods({})
    expect(methods).toHaveLength(2)
    expect(methods.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ credentialId: passkey.credentialId }])
  })
})
