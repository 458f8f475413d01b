import { codeOf, newDevice, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'

const SIGN_UP = 'POST /api/account/register/passkey/start/'
const ADDITION = 'POST /api/account/methods/passkey/start/'

type CreationOptions = { readonly user: object; readonly excludeCredentials: readonly { readonly id: string }[] }
type Started = { readonly options: CreationOptions }

/** An authenticator has one passkey for each user handle: a new one for the handle of an account replaces its key. */
describe('a core that would have a new passkey take the place of one that opens a vault', () => {
  const core = useLyingCore()

  test.each<[string, (answer: Started & { user_id: string }, known: string, handle: string) => object]>([
    ['names an account that this device knows', (answer, known) => ({ ...answer, user_id: known })],
    [
      'gives a new account the handle of one',
      (answer, _known, handle) => ({
        ...answer,
        options: { ...answer.options, user: { ...answer.options.user, id: handle } },
      }),
    ],
    [
      'names a known account, with its handle',
      (answer, known, handle) => ({
        ...answer,
        user_id: known,
        options: { ...answer.options, user: { ...answer.options.user, id: handle } },
      }),
    ],
  ])('is refused at a sign-up before the authenticator is asked, where it %s', async (_case, lie) => {
    const { storage, profile } = await signUp(core)
    const handle = Buffer.from(profile.userId.replaceAll('-', ''), 'hex').toString('base64url')
    const device = newDevice(core, { storage })
    core.lies.set(SIGN_UP, (answer: Started & { user_id: string }) => lie(answer, profile.userId, handle))
    expect(await codeOf(device.startPasskeySignUp({}))).toBe('unexpected_answer')
    core.lies.delete(SIGN_UP)
    expect((await device.startPasskeySignUp({})).userId).not.toBe(profile.userId)
  })

  test('is refused at a sign-up by password too, for an account that this device knows or has deleted', async () => {
    const REGISTER = 'POST /api/account/register/start/'
    const { device: open, storage, profile } = await signUp(core)
    const refused = async () => {
      const device = newDevice(core, { storage })
      core.lies.set(REGISTER, (answer: object) => ({ ...answer, user_id: profile.userId }))
      const before = core.seen.length
      const code = await codeOf(device.createAccount({ login: 'newcomer', password: 'violet kettle sleeps in orbit' }))
      core.lies.delete(REGISTER)
      return [code, callsSince(core, before)]
    }
    expect(await refused()).toEqual(['unexpected_answer', [REGISTER]])
    await open.deleteAccount({})
    expect(await refused()).toEqual(['unexpected_answer', [REGISTER]])
  })

  test('is refused at an addition, where it gives another handle', async () => {
    const { device } = await signUp(core)
    const { userId } = (await signUp(core)).profile
    const id = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
    core.lies.set(ADDITION, ({ options, ...answer }: Started) => ({
      ...answer,
      options: { ...options, user: { ...options.user, id } },
    }))
    const before = core.seen.length
    expect(await codeOf(device.startPasskeyAddition({}))).toBe('unexpected_answer')
    core.lies.delete(ADDITION)
    expect(callsSince(core, before).at(-1)).toBe(ADDITION)
  })

  test('has no say in which passkeys the authenticator must not replace: they are those of the vault', async () => {
    const { device, passkey } = await signUp(core)
    core.lies.set(ADDITION, ({ options, ...answer }: Started) => ({
      ...answer,
      options: { ...options, excludeCredentials: [] },
    }))
    const { options } = await device.startPasskeyAddition({})
    core.lies.delete(ADDITION)
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual([passkey.credentialId])
  })
})

describe('a core that would have an authenticator be less strict', () => {
  const core = useLyingCore()
  const WEAK = {
    userVerification: 'discouraged',
    attestation: 'direct',
    authenticatorSelection: { residentKey: 'discouraged', requireResidentKey: false, userVerification: 'discouraged' },
  }
  const weaken = (call: string) =>
    core.lies.set(call, ({ options, ...answer }: { options: object }) => ({
      ...answer,
      options: { ...options, ...WEAK },
    }))

  test('is not heard, for a new passkey or at a sign-in', async () => {
    for (const call of [SIGN_UP, ADDITION, 'POST /api/session/passkey/start/']) weaken(call)
    const strict = {
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    }
    const { device } = await signUp(core)
    const newcomer = newDevice(core)
    expect((await newcomer.startPasskeySignUp({})).options).toMatchObject(strict)
    expect((await device.startPasskeyAddition({})).options).toMatchObject(strict)
    expect((await newcomer.startPasskeySignIn({})).options).toMatchObject({ userVerification: 'required' })
    core.lies.clear()
  })
})
