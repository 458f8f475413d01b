import { createMemorySessions, createMemoryStorage, type SessionStorage, toFailure } from '@countersign/device'
import {
  byPasskey,
  codeOf,
  confirming,
  createAuthenticator,
  keepFirstRecoveryKey,
  newDevice,
  prfOutputOf,
  signInByPasskey,
} from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../support/approval.ts'
import { callsSince, keptVault, useLyingCore } from '../support/lying-core.ts'

const COMMIT = 'POST /api/vault/commits/'
const CHANGE = 'POST /api/account/methods/changes/'
const READ = 'GET /api/vault/'

const core = useLyingCore()

/** A new user who has not seen a recovery key. */
async function newcomer(sessions?: SessionStorage) {
  const storage = createMemoryStorage()
  const device = newDevice(core, { storage, sessions })
  const passkey = createAuthenticator(core)
  const { options } = await device.startPasskeySignUp({})
  await device.finishPasskeySignUp({ response: passkey.create(options), prf: prfOutputOf(passkey) })
  return { device, passkey, storage }
}

/** A newcomer's window that shows the recovery key, and another window that shows another one. */
async function openWindows() {
  const sessions = createMemorySessions()
  const { device, passkey, storage } = await newcomer(sessions)
  const { recoveryKey } = await device.showRecoveryKey({})
  const window = newDevice(core, { storage, sessions })
  await window.unlockByPasskey({ credentialId: passkey.credentialId, prf: prfOutputOf(passkey) })
  expect(await window.showRecoveryKey({})).toMatchObject({ isAnother: true })
  return { device, recoveryKey, another: confirming(window, byPasskey(passkey)) }
}

const opens = async (recoveryKey: string) =>
  (await codeOf(newDevice(core).signInByRecoveryKey({ recoveryKey }))) === 'nothing'

describe('the recovery key of a new account', () => {
  test('counts before it is shown, and nothing is approved until it is confirmed', async () => {
    const { device } = await newcomer()
    expect((await device.refresh({})).needsRecoveryKey).toBe(true)
    const approval = await approvalOf(core, device)
    const before = core.seen.length
    expect(await codeOf(device.approve(approval))).toBe('recovery_key_unconfirmed')
    const { recoveryKey, isAnother } = await device.showRecoveryKey({})
    expect(isAnother).toBe(false)
    expect(callsSince(core, before)).toEqual([])

    expect(await device.confirmRecoveryKey({})).toMatchObject({ needsRecoveryKey: false })
    expect(callsSince(core, before)).toEqual([COMMIT])
    expect(await opens(recoveryKey)).toBe(true)
    expect(await device.approve(approval)).toMatchObject({ code: expect.any(String) })
  })

  test('is replaced after a reload: a sign-in by password is the gesture for that alone', async () => {
    const credentials = { login: 'reloads@example.com', password: 'violet kettle sleeps in orbit' }
    const sessions = createMemorySessions()
    const first = newDevice(core, { sessions })
    await first.createAccount(credentials)
    const { recoveryKey } = await first.showRecoveryKey({})
    const reloaded = newDevice(core, { sessions })
    await reloaded.unlockByPassword({ password: credentials.password })
    expect(await codeOf(reloaded.exportAccount({}))).toBe('reauth_required')
    const shown = await reloaded.showRecoveryKey({})
    expect(await reloaded.confirmRecoveryKey({})).toMatchObject({ needsRecoveryKey: false })
    expect([await opens(recoveryKey), await opens(shown.recoveryKey)]).toEqual([false, true])
  })

  test('is not needed to deny a request', async () => {
    const { device } = await newcomer()
    const { id } = await approvalOf(core, device)
    expect(await device.deny({ id })).toMatchObject({ redirectUri: expect.any(String) })
  })

  test('is replaced by a gesture on another device, and the first one ends', async () => {
    const { device, passkey } = await newcomer()
    const { recoveryKey: unconfirmed } = await device.showRecoveryKey({})
    const laptop = newDevice(core)
    expect(await signInByPasskey(laptop, passkey)).toMatchObject({ needsRecoveryKey: true })
    const shown = await laptop.showRecoveryKey({})
    expect(shown.isAnother).toBe(true)
    // Shown again, it is the same.
    expect(await laptop.showRecoveryKey({})).toEqual(shown)
    const before = core.seen.length
    const refused = await laptop.confirmRecoveryKey({}).catch(toFailure)
    expect(refused).toMatchObject({ code: 'reauth_required', purpose: { act: 'replace_recovery_key' } })
    expect(callsSince(core, before)).toEqual([])
    const confirmed = confirming(laptop, byPasskey(passkey))
    expect(await confirmed.confirmRecoveryKey({})).toMatchObject({ needsRecoveryKey: false })
    expect([await opens(unconfirmed), await opens(shown.recoveryKey)]).toEqual([false, true])
    expect(await codeOf(device.confirmRecoveryKey({}))).toBe('invalid_session')
  })

  test('counts for nothing in a window once another window has confirmed another key', async () => {
    const { device, another } = await openWindows()
    await another.confirmRecoveryKey({})
    expect(await codeOf(device.confirmRecoveryKey({}))).toBe('stale_vault')
    expect(await codeOf(device.confirmRecoveryKey({}))).toBe('stale_vault')
    expect(await device.refresh({})).toMatchObject({ needsRecoveryKey: false })
  })

  test('once confirmed is not replaced by another one that a window still shows', async () => {
    const { device, recoveryKey, another } = await openWindows()
    await device.confirmRecoveryKey({})
    expect(await codeOf(another.confirmRecoveryKey({}))).toBe('stale_vault')
    expect(await opens(recoveryKey)).toBe(true)
  })

  test('is not asked for once it was used: the recovery confirms another one', async () => {
    const { device } = await newcomer()
    const { recoveryKey } = await device.showRecoveryKey({})
    const rescue = newDevice(core)
    expect(await rescue.signInByRecoveryKey({ recoveryKey })).toMatchObject({ needsRecoveryKey: false })
    await rescue.prepareRecoveryKey({})
    const recovered = await rescue.recoverByPassword({ login: 'rescued-early', password: 'violet kettle in orbit' })
    expect(recovered).toMatchObject({ scope: 'full', needsRecoveryKey: false })
  })

  test('stays asked for until core takes the confirmation', async () => {
    const { device } = await newcomer()
    const approval = await approvalOf(core, device)
    await device.showRecoveryKey({})
    core.once.set(COMMIT, { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(device.confirmRecoveryKey({}))).toBe('service_unavailable')
    expect(await codeOf(device.approve(approval))).toBe('recovery_key_unconfirmed')
    core.once.set(COMMIT, 'lost')
    expect(await codeOf(device.confirmRecoveryKey({}))).toBe('offline')
    expect(await device.confirmRecoveryKey({})).toMatchObject({ needsRecoveryKey: false })
    expect(await device.approve(approval)).toMatchObject({ code: expect.any(String) })
  })

  test('is forgotten with the session', async () => {
    const { device, passkey } = await newcomer()
    await device.signOut({})
    await signInByPasskey(device, passkey)
    const shown = await device.showRecoveryKey({})
    expect(shown.isAnother).toBe(true)
    await device.signOut({})
    await signInByPasskey(device, passkey)
    expect((await device.showRecoveryKey({})).recoveryKey).not.toBe(shown.recoveryKey)
  })

  test("is never confirmed, or unconfirmed, by core's word", async () => {
    const { device, passkey, storage } = await newcomer()
    const unconfirmed = await keptVault(core, device)
    await keepFirstRecoveryKey(device)
    // The vault before the confirmation is an older one.
    core.once.set(READ, { status: 200, body: unconfirmed })
    expect(await codeOf(signInByPasskey(newDevice(core, { storage }), passkey))).toBe('rollback')
    // A device that cannot know is asked to replace the key, which a gesture alone does, and core refuses it.
    core.once.set(READ, { status: 200, body: unconfirmed })
    const stranger = newDevice(core)
    expect(await signInByPasskey(stranger, passkey)).toMatchObject({ needsRecoveryKey: true })
    await stranger.showRecoveryKey({})
    const before = core.seen.length
    expect(await codeOf(stranger.confirmRecoveryKey({}))).toBe('reauth_required')
    expect(callsSince(core, before)).not.toContain(CHANGE)
  })
})
