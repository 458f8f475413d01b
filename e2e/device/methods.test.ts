import { createMemoryStorage, type Device, toFailure } from '@countersign/device'
import {
  type Authenticator,
  byPasskey,
  byPassword,
  codeOf,
  confirming,
  createAuthenticator,
  newDevice,
  prfOutputOf,
  signInByPasskey,
  signUp,
} from '@countersign/testing'
import { deriveRecovery, parseRecoveryKey } from '@countersign/vault'
import { describe, expect, test, vi } from 'vitest'
import { addAnotherPasskey } from '../support/add-another-passkey.ts'
import { newClock } from '../support/clock.ts'
import { callsSince, useLyingCore } from '../support/lying-core.ts'

const password = 'violet kettle sleeps in orbit'
const CHANGES = 'POST /api/account/methods/changes/'
const ROTATE = 'POST /api/vault/rotate/'
const READ = 'GET /api/vault/'

const core = useLyingCore()

/** The whole log, newest first. */
async function typesOf(device: Device): Promise<string[]> {
  const types: string[] = []
  let page = await device.readActivity({})
  for (;;) {
    types.push(...page.events.map(({ event }) => event.type))
    if (page.next === undefined) return types
    page = await device.readActivity({ cursor: page.next })
  }
}

/** The session token that a device shows, as its `Authorization` header. */
async function tokenOf(device: Device): Promise<string> {
  await device.refresh({})
  return String(core.seen.at(-1)?.headers['authorization'])
}

describe('a passkey', () => {
  test('that is added opens the vault on another device, goes by its name, and is in the log', async () => {
    const { device, passkey, profile } = await signUp(core)
    await device.saveProfile({ values: { name: 'Ada' } })
    const second = await addAnotherPasskey(core, device, 'My phone')
    const phone = newDevice(core)
    expect(await signInByPasskey(phone, second)).toMatchObject({ userId: profile.userId, values: { name: 'Ada' } })
    const methods = await phone.listMethods({})
    expect(methods.map(({ type }) => type).toSorted()).toEqual(['passkey', 'passkey', 'recovery'])
    expect(methods).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'passkey',
          credentialId: passkey.credentialId,
          label: undefined,
          isCurrent: false,
        }),
        expect.objectContaining({ type: 'recovery', credentialId: undefined }),
        expect.objectContaining({
          type: 'passkey',
          credentialId: second.credentialId,
          label: 'My phone',
          isCurrent: true,
        }),
      ]),
    )
    expect(await typesOf(phone)).toEqual(['method_added'])
    const own = (await device.listMethods({})).find(({ isCurrent }) => isCurrent)
    expect(own?.credentialId).toBe(passkey.credentialId)
  })

  test('is renamed in the vault alone', async () => {
    const { device, passkey } = await signUp(core)
    const method = (await device.listMethods({})).find(({ credentialId }) => credentialId === passkey.credentialId)
    const before = core.seen.length
    await device.renameMethod({ unlockId: method!.unlockId, label: 'Laptop' })
    expect(callsSince(core, before)).toEqual(['POST /api/vault/commits/'])
    expect(JSON.stringify(core.seen.slice(before))).not.toContain('Laptop')
    expect(
      (await device.listMethods({})).find(({ credentialId }) => credentialId === passkey.credentialId)?.label,
    ).toBe('Laptop')
  })

  test('that is removed opens nothing any more, and its name goes with it', async () => {
    const { device } = await signUp(core)
    const second = await addAnotherPasskey(core, device)
    const added = (await device.listMethods({})).find(({ credentialId }) => credentialId === second.credentialId)
    await device.removeMethod({ unlockId: added!.unlockId })
    expect(await codeOf(signInByPasskey(newDevice(core), second))).toBe('invalid_credentials')
    expect(await typesOf(device)).toEqual(['method_removed', 'method_added'])
    expect(await device.listMethods({})).toHaveLength(2)
  })

  test('that signed in and is removed takes its root along: the next change needs a gesture with another one', async () => {
    const { device, bare, passkey } = await signUp(core)
    await addAnotherPasskey(core, device)
    const own = (await device.listMethods({})).find(({ credentialId }) => credentialId === passkey.credentialId)
    await device.removeMethod({ unlockId: own!.unlockId })
    expect(await codeOf(bare.startPasskeyAddition({}))).toBe('reauth_required')
    expect(await codeOf(device.startPasskeyAddition({}))).toBe('invalid_credentials')
  })

  test('is listed with what the server says of it, to a recovery key too', async () => {
    const { device, recoveryKey } = await signUp(core)
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    const listed = await rescue.listMethods({})
    expect(Object.fromEntries(listed.map(({ type, isCurrent }) => [type, isCurrent]))).toEqual({
      passkey: false,
      recovery: true,
    })
    expect(listed.find(({ type }) => type === 'passkey')).toMatchObject({
      createdAt: expect.stringMatching(/^20/),
      isBackedUp: false,
    })
    core.once.set('GET /api/account/methods/', { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(device.listMethods({}))).toBe('service_unavailable')
  })

  test('that is not there is neither renamed nor removed', async () => {
    const { device } = await signUp(core)
    const before = core.seen.length
    const unlockId = crypto.randomUUID()
    expect(await codeOf(device.renameMethod({ unlockId, label: 'Gone' }))).toBe('no_unlock')
    expect(await codeOf(device.removeMethod({ unlockId }))).toBe('no_unlock')
    expect(callsSince(core, before)).toEqual([])
  })

  test('is added in at most five rounds, and not tried again for another reason', async () => {
    const { device, passkey } = await signUp(core)
    const changes = async () => {
      const before = core.seen.length
      const code = await codeOf(addAnotherPasskey(core, device))
      return [code, callsSince(core, before).filter((call) => call === CHANGES).length]
    }
    core.once.set(CHANGES, { status: 412, body: { code: 'stale_vault' }, times: 5 })
    expect(await changes()).toEqual(['stale_vault', 5])
    core.once.set(CHANGES, { status: 409, body: { code: 'passkey_exists' } })
    expect(await changes()).toEqual(['passkey_exists', 1])
    expect(await changes()).toEqual(['nothing', 1])
    expect(await codeOf(signInByPasskey(newDevice(core), passkey))).toBe('nothing')
  })

  test('that was not asked for before is not added', async () => {
    const [{ device }, other] = [await signUp(core), createAuthenticator(core)]
    const { options } = await (await signUp(core)).device.startPasskeyAddition({})
    const answer = { response: other.create(options), prf: prfOutputOf(other), label: '' }
    expect(await codeOf(device.addPasskey(answer))).toBe('locked')
  })

  test('is added although another device wrote at the same time', async () => {
    const { device, passkey } = await signUp(core)
    const second = createAuthenticator(core)
    const { options } = await device.startPasskeyAddition({})
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
    await phone.saveProfile({ values: { name: 'Ada' } })
    await device.addPasskey({ response: second.create(options), prf: prfOutputOf(second), label: '' })
    expect(await signInByPasskey(newDevice(core), second)).toMatchObject({ values: { name: 'Ada' } })
  })
})

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
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
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
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
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

  test('leaves nothing of a new recovery key behind in memory', async () => {
    const { device } = await signUp(core)
    const { recoveryKey } = await device.prepareRecoveryKey({})
    const { root } = await deriveRecovery(await parseRecoveryKey(recoveryKey))
    const derived = vi.spyOn(crypto.subtle, 'deriveBits')
    await device.replaceRecoveryKey({})
    const outputs = await Promise.all(derived.mock.results.map(({ value }) => value as Promise<ArrayBuffer>))
    derived.mockRestore()
    const left = outputs.map((output) => new Uint8Array(output))
    expect(left).toContainEqual(EMPTY)
    expect(left).not.toContainEqual(root)
  })
})

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
    expect(await typesOf(again)).toEqual(['login_name_changed', 'password_changed', 'method_added'])
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
      expect(await typesOf(device)).toEqual(['login_name_changed', 'password_changed', 'method_added'])
    },
  )

  test('changes nothing where the new name is another spelling of the present one', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'Same-Name', password })
    const before = core.seen.length
    await device.changeLoginName({ currentLogin: 'same-name', login: ' SAME-NAME', password })
    const confirmed = ['POST /api/session/password/start/', 'POST /api/session/password/finish/', 'GET /api/vault/']
    expect(callsSince(core, before)).toEqual(confirmed)
    expect(await typesOf(device)).toEqual(['method_added'])
  })

  test('is all that a step-up asks for once its name was set in this session', async () => {
    const { device, profile } = await signUp(core)
    expect(profile.knowsLogin).toBe(false)
    expect(await device.setPassword({ login: 'Known-Here', password })).toMatchObject({ knowsLogin: true })
    const confirmed = await device.stepUpByPassword({ purpose: { act: 'export_account' }, password })
    expect(confirmed).toMatchObject({ method: 'password', knowsLogin: true })
  })

  test('that was mistyped does not become the password of another name', async () => {
    const { device } = await signUp(core)
    await device.setPassword({ login: 'careful', password })
    const before = core.seen.length
    const rename = { currentLogin: 'careful', login: 'careless', password: `${password}!` }
    expect(await codeOf(device.changeLoginName(rename))).toBe('invalid_credentials')
    expect(callsSince(core, before)).toEqual(['POST /api/session/password/start/'])
  })

  test('is registered again when the server asks for it: not before its owner types it again, and the log says so', async () => {
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
    expect(await typesOf(laptop)).toEqual(['password_changed', 'method_added'])
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
    expect(known.knowsLogin).toBe(true)
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

  test('is not renewed by whoever has not typed its name in this session', async () => {
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
    expect(confirmed).toMatchObject({ needsNewPasswordRecord: true, knowsLogin: true })
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

  test('is shown with the token of an earlier gesture for as long as the session lasts, and its name stays known, whatever the gesture', async () => {
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
    expect(await typesOf(rescue)).toEqual(['recovery_key_replaced', 'method_added'])
    expect(await signInByPasskey(newDevice(core), passkey)).toMatchObject({ values: { name: 'Ada' } })
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))).toBe('invalid_credentials')
    const again = await newDevice(core).signInByRecoveryKey({ recoveryKey: newKey })
    expect(again.userId).toBe(profile.userId)
  })

  test('lets its owner choose a new password', async () => {
    const { device, recoveryKey } = await signUp(core)
    await device.setPassword({ login: 'forgetful', password })
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    await rescue.prepareRecoveryKey({})
    await rescue.recoverByPassword({ password: `${password} new` })
    const laptop = newDevice(core)
    expect(await laptop.signIn({ login: 'forgetful', password: `${password} new` })).toMatchObject({
      method: 'password',
    })
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

  test('is replaced, and the old one opens nothing', async () => {
    const { device, recoveryKey } = await signUp(core)
    const { recoveryKey: newKey } = await device.prepareRecoveryKey({})
    await device.replaceRecoveryKey({})
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))).toBe('invalid_credentials')
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey: newKey }))).toBe('nothing')
  })

  test('that is to take the place of another has to be made first', async () => {
    const { device, recoveryKey } = await signUp(core)
    expect(await codeOf(device.replaceRecoveryKey({}))).toBe('locked')
    const rescue = newDevice(core)
    await rescue.signInByRecoveryKey({ recoveryKey })
    const before = core.seen.length
    expect(await codeOf(rescue.recoverByPassword({ password }))).toBe('locked')
    expect(callsSince(core, before)).toEqual([])
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
    expect(await typesOf(device)).toEqual([
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
    const next = `${password} that nobody knows`
    expect(await confirmed.rotateAccountKey({ password: next })).toMatchObject({ values: { name: 'Ada' } })
    const sent = callsSince(core, before).filter((call) => !call.startsWith('GET'))
    expect(sent.filter((call) => /password\/finish|passkey\/finish/.test(call))).toHaveLength(1)
    expect(sent.slice(-2)).toEqual(['POST /api/account/methods/password/start/', 'POST /api/vault/rotate/'])
    expect(await newDevice(core).signIn({ login, password: next })).toMatchObject({ values: { name: 'Ada' } })
    expect(await codeOf(newDevice(core).signIn({ login, password }))).toBe('invalid_credentials')
    expect(await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))).toBe('invalid_credentials')
    const isKept = how.includes('passkey')
    expect(await codeOf(signInByPasskey(newDevice(core), passkey))).toBe(isKept ? 'nothing' : 'invalid_credentials')
    expect(await typesOf(bare)).toEqual([
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
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
    await phone.saveProfile({ values: { phone: '+41' } })
    const before = core.seen.length
    expect(await bare.rotateAccountKey({})).toMatchObject({ values: { phone: '+41' } })
    expect(callsSince(core, before)).toEqual([ROTATE, READ, ROTATE])
    expect(await signInByPasskey(newDevice(core), passkey)).toMatchObject({ values: { phone: '+41' } })
  })

  test('is given up after five rounds, and at once for another reason; the same gesture serves until it is there', async () => {
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
    const before = core.seen.length
    expect(await codeOf(rescue.rotateAccountKey({}))).toBe('insufficient_session')
    expect(callsSince(core, before)).toEqual([])
  })

  test('leaves the method that it was made by the one of the session', async () => {
    const { device, passkey } = await signUp(core)
    await device.prepareRecoveryKey({})
    await device.rotateAccountKey({})
    const methods = await device.listMethods({})
    expect(methods).toHaveLength(2)
    expect(methods.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ credentialId: passkey.credentialId }])
  })

  test('is made from what another device wrote last', async () => {
    const { device, passkey } = await signUp(core)
    const phone = newDevice(core)
    await signInByPasskey(phone, passkey)
    await phone.saveProfile({ values: { phone: '+41' } })
    await device.prepareRecoveryKey({})
    expect(await device.rotateAccountKey({})).toMatchObject({ values: { phone: '+41' } })
  })
})
