import { type Device, toFailure } from '@countersign/device'
import { byPasskey, codeOf, newDevice, prfOutputOf, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { newClock } from '../../support/clock.ts'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'
import { openAnother } from '../devices.ts'

const password = 'violet kettle sleeps in orbit'
const core = useLyingCore()

describe('a sign-in', () => {
  /** Everything that changes how the vault opens, or ends the account. */
  const sensitive: [string, (device: Device) => Promise<unknown>][] = [
    ['startPasskeyAddition', (device) => device.startPasskeyAddition({})],
    [
      'removeMethod',
      async (device) => {
        const passkey = (await device.listMethods({})).find(({ type }) => type === 'passkey')
        return device.removeMethod({ unlockId: passkey!.unlockId })
      },
    ],
    ['changePassword', (device) => device.changePassword({ password })],
    ['setPassword', (device) => device.setPassword({ login: 'somebody', password })],
    ['exportAccount', (device) => device.exportAccount({})],
    ['deleteAccount', (device) => device.deleteAccount({})],
    [
      'replaceRecoveryKey',
      async (device) => {
        await device.prepareRecoveryKey({})
        return device.replaceRecoveryKey({})
      },
    ],
    [
      'rotateAccountKey',
      async (device) => {
        await device.prepareRecoveryKey({})
        return device.rotateAccountKey({})
      },
    ],
  ]

  const purposeOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => toFailure(error).purpose,
    )
  const changesSince = (before: number) =>
    callsSince(core, before).filter((seen) => !/^GET|session\/passkey/.test(seen))

  test.each(sensitive)('however new is not enough for %s, and core is not asked', async (_name, call) => {
    const { bare, passkey } = await signUp(core)
    const phone = await openAnother(core, { passkey })
    const before = core.seen.length
    for (const device of [bare, phone]) expect(await codeOf(call(device))).toBe('reauth_required')
    expect(changesSince(before)).toEqual([])
  })

  test.each(sensitive)('is followed by a gesture for just %s, within five minutes', async (_name, call) => {
    const clock = newClock()
    const { bare, passkey } = await signUp(core, { clock })
    const confirm = byPasskey(passkey)
    const purpose = await purposeOf(call(bare))
    if (!purpose || purpose.act === 'recover') throw new Error('The device does not say what it needs.')
    const before = core.seen.length
    await confirm(bare, purpose.act === 'delete_account' ? { act: 'export_account' } : { act: 'delete_account' })
    expect(await purposeOf(call(bare))).toEqual(purpose)
    await confirm(bare, purpose)
    clock.pass(5 * 60_000)
    expect(await codeOf(call(bare))).toBe('reauth_required')
    expect(changesSince(before)).toEqual([])
    await confirm(bare, purpose)
    expect(await codeOf(call(bare))).not.toBe('reauth_required')
  })

  test('is enough for reading and writing for as long as the session lasts', async () => {
    const clock = newClock()
    const { device, passkey } = await signUp(core, { clock })
    clock.pass(60 * 60_000)
    const phone = await openAnother(core, { passkey })
    await phone.saveProfile({ values: { phone: '+41' } })
    expect(await device.saveProfile({ values: { name: 'Ada' } })).toMatchObject({
      values: { name: 'Ada', phone: '+41' },
    })
  })

  test('wipes the output of the passkey once the vault is open', async () => {
    const { passkey } = await signUp(core)
    const prf = prfOutputOf(passkey)
    const phone = newDevice(core)
    const { challengeId, options } = await phone.startPasskeySignIn({})
    await phone.finishPasskeySignIn({ challengeId, response: passkey.get(options), prf })
    expect(new Uint8Array(prf)).toEqual(new Uint8Array(32))
  })
})
