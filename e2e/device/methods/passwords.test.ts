import { createMemoryStorage } from '@countersign/device'
import { byPasskey, byPassword, codeOf, confirming, newDevice, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { addAnotherPasskey } from '../../support/add-another-passkey.ts'
import { readLoggedTypes } from '../../support/logged-types.ts'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'

const password = 'violet kettle sleeps in orbit'
const core = useLyingCore()

describe('a password', () => {
  test('is added to an account of passkeys, is changed, and changes its name', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'Second-Way', password })
    const laptop = confirming(newDevice(core), byPassword({ login: 'second-way', password }))
    await laptop.signIn({ login: 'second-way', password })
    await laptop.changePassword({ password: `${password} two` })
    expect(await codeOf(newDevice(core).signIn({ login: 'second-way', password }))).toBe('invalid_credentials')
    const rename = { currentLogin: 'second-way', login: 'third-way', password: `${password} two` }
    await laptop.changeLoginName(rename)
    const again = newDevice(core)
    await again.signIn({ login: 'third-way', password: rename.password })
    expect(await readLoggedTypes(again)).toEqual(['login_name_changed', 'password_changed', 'method_added'])
    expect((await again.listMethods({})).filter(({ type }) => type === 'password')).toHaveLength(1)
  })

  test.each(['its-own', 'another'])(
    'that is replaced, under %s name, is not logged as a new name alone',
    async (name) => {
      const { device } = await signUp(core)
      await device.setPassword({ login: `its-own-${name}`, password })
      await device.setPassword({ login: `${name}-${name}`, password: `${password} two` })
      const asked = core.seen.findLast(({ call }) => call === 'POST /api/session/passkey/start/')
      expect(asked?.body).toEqual({ intent: { act: 'change_password_and_login_name' } })
      expect(await readLoggedTypes(device)).toEqual(['login_name_changed', 'password_changed', 'method_added'])
    },
  )

  test('changes nothing where the new name is another spelling of the present one', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'Same-Name', password })
    const before = core.seen.length
    await device.changeLoginName({ currentLogin: 'same-name', login: ' SAME-NAME', password })
    const confirmed = ['POST /api/session/password/start/', 'POST /api/session/password/finish/', 'GET /api/vault/']
    expect(callsSince(core, before)).toEqual(confirmed)
    expect(await readLoggedTypes(device)).toEqual(['method_added'])
  })

  test('is all that a step-up asks for once its name was set in this session', async () => {
    const { device, profile } = await signUp(core)
    expect(profile.login).toBeUndefined()
    expect(await device.setPassword({ login: 'Known-Here', password })).toMatchObject({ login: 'known-here' })
    const confirmed = await device.stepUpByPassword({ purpose: { act: 'export_account' }, password })
    expect(confirmed).toMatchObject({ method: 'password', login: 'known-here' })
  })

  test('that was mistyped does not become the password of another name', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'careful', password })
    const before = core.seen.length
    const rename = { currentLogin: 'careful', login: 'careless', password: `${password}!` }
    expect(await codeOf(device.changeLoginName(rename))).toBe('invalid_credentials')
    expect(callsSince(core, before)).toEqual(['POST /api/session/password/start/'])
  })

  test('is registered anew under replaced secrets only once it is typed again, and logged', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'renewed', password })
    const FINISH = 'POST /api/session/password/finish/'
    core.lies.set(FINISH, (answer: object) => ({ ...answer, needs_new_password_record: true }))
    const laptop = newDevice(core)
    const before = core.seen.length
    const opened = await laptop.signIn({ login: 'renewed', password })
    core.lies.delete(FINISH)
    expect(opened).toMatchObject({ scope: 'full', needsNewPasswordRecord: true })
    expect(callsSince(core, before)).toEqual(['POST /api/session/password/start/', FINISH, 'GET /api/vault/'])
    expect(await codeOf(laptop.renewPassword({ password: `${password}!` }))).toBe('invalid_credentials')
    expect(await codeOf(laptop.changePassword({ password }))).toBe('reauth_required')
    expect(await laptop.renewPassword({ password })).toMatchObject({ needsNewPasswordRecord: false })
    expect(core.seen.at(-1)?.body).toMatchObject({ add: { type: 'password' }, remove: [expect.any(String)] })
    expect(await newDevice(core).signIn({ login: 'renewed', password })).toMatchObject({ scope: 'full' })
    expect(await readLoggedTypes(laptop)).toEqual(['password_changed', 'method_added'])
  })

  test('that takes the place of the one that signed in is the method of the session from then on', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'current', password })
    const laptop = confirming(newDevice(core), byPassword({ login: 'current', password }))
    await laptop.signIn({ login: 'current', password })
    await laptop.changePassword({ password: `${password} two` })
    const current = (await laptop.listMethods({})).filter(({ isCurrent }) => isCurrent)
    expect(current.map(({ type }) => type)).toEqual(['password'])
  })

  test('is refused where guessers would try it early, as the name of its owner is, before anything is asked', async () => {
    const { device } = await signUp(core)
    const login = 'hieronymus-quartermaine'
    const known = await device.setPassword({ login, password })
    expect(known.login).toBe(login)
    const before = core.seen.length
    expect(await codeOf(device.checkNewPassword({ password: login }))).toBe('password_weak')
    expect(await codeOf(device.changePassword({ password: login }))).toBe('password_weak')
    expect(await codeOf(device.setPassword({ login, password: login }))).toBe('password_weak')
    expect(await codeOf(device.rotateAccountKey({ password: login }))).toBe('password_weak')
    expect(await device.checkNewPassword({ password })).toBeNull()
    expect(callsSince(core, before)).toEqual([])
    const stranger = newDevice(core)
    expect(await codeOf(stranger.createAccount({ login, password: login }))).toBe('password_weak')
    expect(await codeOf(stranger.createAccount({ login: 'somebody-else', password: login }))).toBe('nothing')
  })

  test('is not renewed in a session in which its name was not typed', async () => {
    const { device } = await signUp(core)
    const before = core.seen.length
    expect(await codeOf(device.renewPassword({ password }))).toBe('locked')
    expect(await codeOf(device.stepUpByPassword({ purpose: { act: 'export_account' }, password }))).toBe('locked')
    expect(callsSince(core, before)).toEqual([])
  })

  test('that has to be renewed still has to be after another gesture, and its name stays known', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'still-to-renew', password })
    const FINISH = 'POST /api/session/password/finish/'
    core.lies.set(FINISH, (answer: object) => ({ ...answer, needs_new_password_record: true }))
    const laptop = newDevice(core)
    await laptop.signIn({ login: 'still-to-renew', password })
    core.lies.delete(FINISH)
    const confirmed = await laptop.stepUpByPassword({ purpose: { act: 'export_account' }, password })
    expect(confirmed).toMatchObject({ needsNewPasswordRecord: true, login: 'still-to-renew' })
    const changed = confirming(laptop, byPassword({ login: 'still-to-renew', password }))
    expect(await changed.changePassword({ password: `${password} two` })).toMatchObject({
      needsNewPasswordRecord: false,
    })
  })

  test('is shown with the device token that an earlier sign-in gave', async () => {
    const storage = createMemoryStorage()
    const { device } = await signUp(core, { storage })
    await device.setPassword({ login: 'remembered', password })
    await newDevice(core, { storage }).signIn({ login: 'remembered', password })
    const { deviceToken } = await storage.read()
    await newDevice(core, { storage }).signIn({ login: 'remembered', password })
    const start = core.seen.findLast(({ call }) => call === 'POST /api/session/password/start/')
    expect(deviceToken).toMatch(/^cs_dt_/)
    expect(start?.body).toMatchObject({ device_token: deviceToken })
  })

  test('keeps its name known, and the device token shown, for the whole session', async () => {
    const { device, bare, passkey, storage } = await signUp(core)
    await device.setPassword({ login: 'token-holder', password })
    const purpose = { act: 'export_account' } as const
    const shown = async () => {
      await bare.stepUpByPassword({ purpose, password })
      const start = core.seen.findLast(({ call }) => call === 'POST /api/session/password/start/')
      return (start?.body as { device_token?: string } | undefined)?.device_token
    }
    expect(await shown()).toBeUndefined()
    const { deviceToken } = await storage.read()
    expect(deviceToken).toMatch(/^cs_dt_/)
    await byPasskey(passkey)(bare, purpose)
    await addAnotherPasskey(core, device)
    expect(await shown()).toBe(deviceToken)
  })

  test('is not given to a server that proves another key than the expected ones', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'pinned', password })
    const before = core.seen.length
    const pinned = newDevice(core, { pinnedServerKeys: ['another key'] })
    expect(await codeOf(pinned.signIn({ login: 'pinned', password }))).toBe('untrusted_server')
    expect(callsSince(core, before)).toEqual(['POST /api/session/password/start/'])
  })
})
