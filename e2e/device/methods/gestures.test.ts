import { type Device, toFailure } from '@countersign/device'
import { byPasskey, codeOf, newDevice, prfOutputOf, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { addAnotherPasskey } from '../../support/add-another-passkey.ts'
import { newClock } from '../../support/clock.ts'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'
import { openAnother } from '../devices.ts'

const CHANGES = 'POST /api/account/methods/changes/'
const READ = 'GET /api/vault/'
const core = useLyingCore()

/** The session token that a device shows, as its `Authorization` header. */
async function tokenOf(device: Device): Promise<string> {
  await device.refresh({})
  return String(core.seen.at(-1)?.headers['authorization'])
}

describe('a gesture', () => {
  const ADD = { act: 'add_passkey' } as const

  /** One that was made, and its secret, which the device has now. */
  async function makeGesture(device: Device, passkey: Awaited<ReturnType<typeof signUp>>['passkey'], purpose = ADD) {
    const prf = prfOutputOf(passkey)
    const { challengeId, options } = await device.startPasskeyStepUp({ purpose })
    await device.stepUpByPasskey({ challengeId, response: passkey.get(options), prf })
    return new Uint8Array(prf)
  }
  const EMPTY = new Uint8Array(32)

  test('is made within the session, under a new token', async () => {
    const { bare, passkey } = await signUp(core)
    const before = await tokenOf(bare)
    await makeGesture(bare, passkey)
    const read = (token: string) => fetch(`${core.url}/api/vault/`, { headers: { authorization: token } })
    expect((await read(await tokenOf(bare))).status).toBe(200)
    expect((await read(before)).status).toBe(401)
    expect(await bare.listSessions({})).toHaveLength(1)
    expect(await codeOf(bare.startPasskeyAddition({}))).toBe('nothing')
  })

  test('serves once: its root is wiped with what it was made for, or after five minutes', async () => {
    const clock = newClock()
    const { bare, passkey } = await signUp(core, { clock })
    const unused = await makeGesture(bare, passkey)
    expect(unused).not.toEqual(EMPTY)
    clock.pass(5 * 60_000)
    expect(unused).toEqual(EMPTY)
    const used = await makeGesture(bare, passkey)
    await addAnotherPasskey(core, bare)
    expect(used).toEqual(EMPTY)
    expect(await codeOf(bare.startPasskeyAddition({}))).toBe('reauth_required')
  })

  test('that did not come to its end may be used for the same again', async () => {
    const { bare, passkey } = await signUp(core)
    await makeGesture(bare, passkey)
    core.once.set(CHANGES, { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(addAnotherPasskey(core, bare))).toBe('service_unavailable')
    expect(await codeOf(addAnotherPasskey(core, bare))).toBe('nothing')
  })

  test('whose challenge names something else is refused by the device', async () => {
    const { bare, passkey } = await signUp(core)
    const signIn = await bare.startPasskeySignIn({})
    const other = await bare.startPasskeyStepUp({ purpose: { act: 'export_account' } })
    const asked = await bare.startPasskeyStepUp({ purpose: ADD })
    const before = core.seen.length
    for (const { challengeId, options } of [signIn, other, { ...asked, options: other.options }]) {
      await bare.startPasskeyStepUp({ purpose: ADD })
      const answer = { challengeId, response: passkey.get(options), prf: prfOutputOf(passkey) }
      expect(await codeOf(bare.stepUpByPasskey(answer))).toBe('reauth_required')
    }
    expect(callsSince(core, before)).not.toContain('POST /api/session/passkey/finish/')
  })

  test('whose answer does not say what was signed is refused by the device, and is over', async () => {
    const { bare, passkey } = await signUp(core)
    const said = ['no JSON', 'null', '[]', '{}', '{"challenge":7}']
    const before = core.seen.length
    for (const text of said) {
      const { challengeId, options } = await bare.startPasskeyStepUp({ purpose: ADD })
      const { response, ...answer } = passkey.get(options)
      const clientDataJSON = Buffer.from(text).toString('base64url')
      const lie = { challengeId, response: { ...answer, response: { ...response, clientDataJSON } } }
      const failed = bare.stepUpByPasskey({ ...lie, prf: prfOutputOf(passkey) })
      expect(await failed.catch(toFailure)).toEqual({ code: 'reauth_required', purpose: ADD })
      const again = { challengeId, response: passkey.get(options), prf: prfOutputOf(passkey) }
      expect(await codeOf(bare.stepUpByPasskey(again))).toBe('locked')
    }
    expect(callsSince(core, before)).toEqual(said.map(() => 'POST /api/session/passkey/start/'))
  })

  test('that the vault cannot be read after leaves its secret wiped', async () => {
    const { bare, passkey, storage, profile } = await signUp(core)
    const other = newDevice(core, { storage })
    await signInByPasskey(other, passkey)
    await other.saveProfile({ values: { name: 'Ada' } })
    const { challengeId, options } = await bare.startPasskeyStepUp({ purpose: ADD })
    const prf = prfOutputOf(passkey)
    core.once.set(READ, { status: 503, body: { code: 'service_unavailable' } })
    const answer = { challengeId, response: passkey.get(options), prf }
    expect(await codeOf(bare.stepUpByPasskey(answer))).toBe('service_unavailable')
    expect(new Uint8Array(prf)).toEqual(EMPTY)
    expect((await bare.refresh({})).memory.gen).toBe(profile.memory.gen + 1)
  })

  test('to remove one method does not remove another', async () => {
    const { device, bare, passkey } = await signUp(core)
    await addAnotherPasskey(core, device)
    const [one, other] = (await bare.listMethods({})).filter(({ type }) => type === 'passkey')
    await byPasskey(passkey)(bare, { act: 'remove_method', unlock_id: one!.unlockId })
    expect(await codeOf(bare.removeMethod({ unlockId: other!.unlockId }))).toBe('reauth_required')
  })

  test('that core has counted already is asked for again', async () => {
    const { bare, passkey } = await signUp(core)
    await makeGesture(bare, passkey)
    core.once.set('POST /api/account/methods/changes/', { status: 403, body: { code: 'reauth_required' } })
    const outcome = addAnotherPasskey(core, bare).catch((error: unknown) => toFailure(error))
    expect(await outcome).toEqual({ code: 'reauth_required', purpose: ADD })
    expect(await codeOf(bare.startPasskeyAddition({}))).toBe('reauth_required')
  })

  test('with the passkey of another account is refused, whatever core says, and the session goes on', async () => {
    const [ada, eve] = [await signUp(core), await signUp(core)]
    await ada.device.saveProfile({ values: { name: 'Ada' } })
    const FINISH = 'POST /api/session/passkey/finish/'
    const session = { session_token: (await tokenOf(eve.bare)).replace('Bearer ', ''), user_id: eve.profile.userId }
    for (const user_id of [eve.profile.userId, ada.profile.userId]) {
      core.once.set(FINISH, { status: 200, body: { ...session, user_id } })
      const refused = await codeOf(makeGesture(ada.bare, eve.passkey))
      expect(refused).toBe(user_id === ada.profile.userId ? 'wrong_owner' : 'user_mismatch')
      expect(await codeOf(ada.bare.startPasskeyAddition({}))).toBe('reauth_required')
    }
    expect(await eve.bare.refresh({})).toMatchObject({ userId: eve.profile.userId, values: {} })
  })
})

const password = 'violet kettle sleeps in orbit'

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

  test.each(sensitive)(
    'never is enough for %s: that takes a gesture of its own, in five minutes',
    async (_name, call) => {
      const clock = newClock()
      const { bare, passkey } = await signUp(core, { clock })
      const confirm = byPasskey(passkey)
      const phone = await openAnother(core, { passkey })
      const purpose = await purposeOf(call(bare))
      if (!purpose || purpose.act === 'recover') throw new Error('The device does not say what it needs.')
      const before = core.seen.length
      expect(await purposeOf(call(phone))).toEqual(purpose)
      await confirm(bare, purpose.act === 'delete_account' ? { act: 'export_account' } : { act: 'delete_account' })
      expect(await purposeOf(call(bare))).toEqual(purpose)
      await confirm(bare, purpose)
      clock.pass(5 * 60_000)
      expect(await codeOf(call(bare))).toBe('reauth_required')
      expect(changesSince(before)).toEqual([])
      await confirm(bare, purpose)
      expect(await codeOf(call(bare))).not.toBe('reauth_required')
    },
  )

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
})
