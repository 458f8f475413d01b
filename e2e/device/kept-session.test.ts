import { createMemorySessions, type Device, type SessionStorage } from '@countersign/device'
import {
  byPasskey,
  codeOf,
  confirming,
  createAuthenticator,
  keepFirstRecoveryKey,
  newDevice,
  type Person,
  prfOutputOf,
  signInByPasskey,
  signUp as signUpOn,
} from '@countersign/testing'
import { describe, expect, test, vi } from 'vitest'
import { callsSince, useLyingCore } from '../support/lying-core.ts'
import { newBrowser, signUpByPassword, signUpInBrowser } from './devices.ts'

const password = 'violet kettle sleeps in orbit'
const READ = 'GET /api/session/'

const core = useLyingCore()

const unlock = (device: Device, { passkey }: Pick<Person, 'passkey'>) =>
  device.unlockByPasskey({ credentialId: passkey.credentialId, prf: prfOutputOf(passkey) })

const authTimesOf = async (device: Device) => (await device.listSessions({})).map(({ auth_time }) => auth_time)

describe('a session that a device keeps', () => {
  test('is opened by the passkey in the next page, without another sign-in', async () => {
    const { browser, person } = await signUpInBrowser(core)
    await person.device.saveProfile({ values: { name: 'Ada Lovelace', email: 'ada@example.org' } })
    const before = await authTimesOf(person.device)
    const page = browser.openPage()
    const start = core.seen.length
    const known = {
      userId: person.profile.userId,
      name: 'Ada Lovelace',
      method: { type: 'passkey', credentialId: person.passkey.credentialId },
      since: before[0],
      shared: [],
    }
    expect(await page.whoIsKnown({})).toEqual(known)
    expect(callsSince(core, start)).toEqual([])
    expect(await page.resume({})).toEqual(known)
    expect((await unlock(page, person)).values).toMatchObject({ email: 'ada@example.org' })
    expect(callsSince(core, start)).toEqual([READ, 'GET /api/vault/'])
    expect(await authTimesOf(page)).toEqual(before)
  })

  test('is opened by the password alone, and stays as old as it is', async () => {
    const { browser, device, profile } = await signUpByPassword(core, 'grace')
    const before = await authTimesOf(device)
    const page = browser.openPage()
    const known = {
      userId: profile.userId,
      name: 'grace',
      method: { type: 'password', login: 'grace' },
      since: before[0],
      shared: [],
    }
    expect(await page.resume({})).toEqual(known)
    expect(await codeOf(page.unlockByPassword({ password: `${password}!` }))).toBe('invalid_credentials')
    expect(await page.unlockByPassword({ password })).toMatchObject({ userId: profile.userId })
    expect(await authTimesOf(page)).toEqual(before)
    // Both pages have the same session, and neither takes it from the other.
    expect(await device.refresh({})).toMatchObject({ userId: profile.userId })
  })

  test('is not opened by the password of a name that the person has changed', async () => {
    const { browser, device } = await signUpByPassword(core, 'before')
    await device.changeLoginName({ currentLogin: 'before', login: 'after', password })
    expect(await browser.openPage().whoIsKnown({})).toMatchObject({ method: { login: 'after' } })
    expect(await browser.openPage().unlockByPassword({ password })).toMatchObject({ login: 'after' })
  })

  test('knows on its device the names that were typed there, until the vault has one', async () => {
    const browser = newBrowser(core)
    const device = browser.openPage()
    const passkey = createAuthenticator(core)
    const { options } = await device.startPasskeySignUp({})
    const made = { response: passkey.create(options), prf: prfOutputOf(passkey) }
    await device.finishPasskeySignUp({ ...made, name: 'Ada Lovelace' })
    await keepFirstRecoveryKey(device)
    const page = browser.openPage()
    expect(await page.whoIsKnown({})).toMatchObject({ name: 'Ada Lovelace' })
    expect(await unlock(page, { passkey })).toMatchObject({ login: undefined, greeting: 'Ada Lovelace' })
    await confirming(page, byPasskey(passkey)).setPassword({ login: 'Ada', password })
    expect(await browser.openPage().whoIsKnown({})).toMatchObject({ name: 'Ada Lovelace', method: { type: 'passkey' } })
    await page.saveProfile({ values: { given_name: 'Augusta' } })
    const last = browser.openPage()
    expect(await last.whoIsKnown({})).toMatchObject({ name: 'Augusta' })
    expect(await unlock(last, { passkey })).toMatchObject({ login: 'ada' })
    expect(await newBrowser(core).openPage().whoIsKnown({})).toBeNull()
  })

  test('is forgotten once it has ended; the password begins another', async () => {
    const { browser, profile } = await signUpByPassword(core, 'lin')
    const elsewhere = newBrowser(core).openPage()
    await elsewhere.signIn({ login: 'lin', password })
    await elsewhere.endOtherSessions({ apps: false })
    expect(await browser.openPage().unlockByPassword({ password })).toMatchObject({ userId: profile.userId })
    await elsewhere.endOtherSessions({ apps: false })
    expect(await browser.openPage().resume({})).toBeNull()
    expect(await browser.openPage().whoIsKnown({})).toBeNull()
  })

  test('is kept while core is out of reach', async () => {
    const { browser } = await signUpInBrowser(core)
    core.once.set(READ, { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(browser.openPage().resume({}))).toBe('service_unavailable')
    expect(await browser.openPage().resume({})).not.toBeNull()
  })

  test('is forgotten by signing out, by "not you?" and with the account', async () => {
    const signedOut = await signUpInBrowser(core)
    await signedOut.person.device.signOut({})
    const notYou = await signUpInBrowser(core)
    // For another user it stays.
    const { userId } = notYou.person.profile
    const other = { userId: signedOut.person.profile.userId }
    expect(await notYou.browser.openPage().forgetPerson(other)).toMatchObject({ userId })
    expect(await notYou.browser.openPage().forgetPerson({ userId })).toBeNull()
    const deleted = await signUpInBrowser(core)
    await deleted.person.device.deleteAccount({})
    for (const { browser } of [signedOut, notYou, deleted]) {
      expect(await browser.sessions.read()).toBeUndefined()
      expect(await browser.openPage().whoIsKnown({})).toBeNull()
    }
    expect(await codeOf(notYou.person.device.refresh({}))).toBe('invalid_session')
  })

  test('stays forgotten where core did not hear of it and another page goes on', async () => {
    const { browser, person } = await signUpInBrowser(core)
    const other = browser.openPage()
    await unlock(other, person)
    core.once.set('DELETE /api/session/', { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(person.device.signOut({}))).toBe('service_unavailable')
    expect(await codeOf(person.device.refresh({}))).toBe('locked')
    await other.saveProfile({ values: { name: 'Ada' } })
    expect(await browser.sessions.read()).toBeUndefined()
    await signInByPasskey(other, person.passkey)
    expect(await browser.openPage().resume({})).toMatchObject({ userId: person.profile.userId })
  })

  test('is still there after storage failed once', async () => {
    const memory = createMemorySessions()
    let fails = false
    const orFail = <Result>(work: () => Promise<Result>) =>
      fails ? Promise.reject(new DOMException('', 'UnknownError')) : work()
    const failing: SessionStorage = {
      ...memory,
      read: () => orFail(memory.read),
      update: (change) => orFail(() => memory.update(change)),
    }
    const { browser, person } = await signUpInBrowser(core, newBrowser(core, failing))
    const { keys } = (await memory.read())!
    const elsewhere = browser.openPage()
    fails = true
    await signInByPasskey(elsewhere, person.passkey)
    fails = false
    expect((await memory.read())!.keys).toBe(keys)
    expect(await browser.openPage().resume({})).toMatchObject({ userId: person.profile.userId })
  })

  test('outlives a late answer of core that the one before it has ended', async () => {
    const memory = createMemorySessions()
    const { browser, person } = await signUpInBrowser(core, newBrowser(core, memory))
    const before = await memory.read()
    const reads = [before]
    const late = { ...memory, read: async () => (reads.length > 0 ? reads.shift() : memory.read()) }
    await person.device.signOut({})
    await signInByPasskey(browser.openPage(), person.passkey)
    expect(await newBrowser(core, late).openPage().resume({})).toBeNull()
    expect(await browser.openPage().resume({})).toMatchObject({ userId: person.profile.userId })
  })

  test('signs out where storage refuses everything', async () => {
    const refused = () => Promise.reject(new DOMException('', 'SecurityError'))
    const { person } = await signUpInBrowser(
      core,
      newBrowser(core, { read: refused, update: refused, forget: refused }),
    )
    expect(await person.device.signOut({})).toBeNull()
  })

  test('is shared by all pages of its device, also after a new sign-in', async () => {
    const { browser, person } = await signUpInBrowser(core)
    const other = browser.openPage()
    await signInByPasskey(other, person.passkey)
    expect(await other.listSessions({})).toMatchObject([{ is_current: true }])
    expect(await person.device.saveProfile({ values: { email: 'ada@example.org' } })).toBeDefined()
    expect(await person.device.listSessions({})).toHaveLength(1)
  })

  test('ends where another person signs in on the device', async () => {
    const { browser, person } = await signUpInBrowser(core)
    const { profile } = await signUpByPassword(core, 'second', browser)
    expect(await browser.openPage().whoIsKnown({})).toMatchObject({ userId: profile.userId })
    expect(await codeOf(person.device.refresh({}))).toBe('invalid_session')
  })

  test('is never one from a recovery key', async () => {
    const { person } = await signUpInBrowser(core)
    const browser = newBrowser(core)
    await browser.openPage().signInByRecoveryKey({ recoveryKey: person.recoveryKey })
    expect(await browser.openPage().whoIsKnown({})).toBeNull()
  })

  test('is bound to its device after a recovery too, and lives no shorter for it', async () => {
    const device = newBrowser(core).openPage()
    await device.createAccount({ login: 'rescued', password })
    const { recoveryKey } = await keepFirstRecoveryKey(device)
    const browser = newBrowser(core)
    const rescue = browser.openPage()
    await rescue.signInByRecoveryKey({ recoveryKey })
    await rescue.listMethods({})
    await rescue.prepareRecoveryKey({})
    await rescue.recoverByPassword({ login: 'rescued', password })
    const { token } = (await browser.sessions.read())!.session!
    const stolen = await fetch(`${core.url}/api/session/`, { headers: { authorization: `Bearer ${token}` } })
    expect(stolen.status).toBe(401)
    expect(await browser.openPage().unlockByPassword({ password })).toMatchObject({ scope: 'full' })
  })

  test('begins only at the address that core is set up for, and the refusal says so', async () => {
    const { browser, person } = await signUpInBrowser(core)
    const alias = core.url.replace('127.0.0.1', 'localhost')
    const page = newDevice({ ...core, url: alias }, newBrowser(core))
    expect(await codeOf(signInByPasskey(page, person.passkey))).toBe('wrong_address')
    expect(await codeOf(signUpOn({ ...core, url: alias }, newBrowser(core)))).toBe('wrong_address')
    expect(await browser.openPage().resume({})).toMatchObject({ userId: person.profile.userId })
  })

  test('begins though the clock was put back meanwhile: the refusal spends nothing', async () => {
    const { person } = await signUpInBrowser(core)
    const page = newBrowser(core).openPage()
    const { challengeId, options } = await page.startPasskeySignIn({})
    const rightTime = Date.now
    // Core asks `new Date()`.
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => rightTime() - 3_600_000)
    const start = core.seen.length
    const gesture = { response: person.passkey.get(options), prf: prfOutputOf(person.passkey) }
    await page.finishPasskeySignIn({ challengeId, ...gesture })
    clock.mockRestore()
    const finish = 'POST /api/session/passkey/finish/'
    expect(callsSince(core, start).filter((call) => call === finish)).toHaveLength(2)
  })

  test('is not kept where core does not say that it is bound', async () => {
    const { browser, person } = await signUpInBrowser(core)
    await person.device.signOut({})
    const losingProofs = (url: string, { headers, ...init }: RequestInit) => {
      const passed = new Headers(headers)
      passed.delete('dpop')
      return fetch(url, { ...init, headers: passed })
    }
    const page = newDevice({ ...core, fetch: losingProofs }, browser)
    await signInByPasskey(page, person.passkey)
    expect(await browser.openPage().whoIsKnown({})).toBeNull()
  })

  test('ends with the page, and within 8 hours, where nothing can be kept', async () => {
    const forbidden = {
      ...createMemorySessions(),
      update: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
    }
    const { browser, person } = await signUpInBrowser(core, newBrowser(core, forbidden))
    expect(await browser.openPage().whoIsKnown({})).toBeNull()
    const [session] = await person.device.listSessions({})
    const hours = (Date.parse(session!.absolute_expires_at) - Date.parse(session!.created_at)) / 3_600_000
    expect(hours).toBe(8)
  })
})
