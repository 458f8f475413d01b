import { createMemoryStorage, type DeviceMemories } from '@countersign/device'
import { codeOf, newDevice, prfOutputOf, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../../support/approval.ts'
import { keptVault, useLyingCore } from '../../support/lying-core.ts'
import { attackOpenVault, attackSignIn, refusedAtSignIn, refusedWhileOpen, remembering } from './attack.ts'

const core = useLyingCore()
const READ = 'GET /api/vault/'
const FINISH = 'POST /api/session/passkey/finish/'

describe('a core that goes back to an older vault (row 5)', () => {
  test('is noticed by a device that remembers the newer one', async () => {
    const victim = await signUp(core)
    await victim.device.saveProfile({ values: { name: 'A' } })
    const snapshot = await keptVault(core, victim.device)
    const profile = await victim.device.saveProfile({ values: { name: 'B' } })
    expect(await attackSignIn(core, victim, { snapshot, memories: remembering(profile) })).toEqual(
      refusedAtSignIn('rollback'),
    )
  })

  test('is noticed while the vault is open', async () => {
    const victim = await signUp(core)
    const snapshot = await keptVault(core, victim.device)
    await victim.device.saveProfile({ values: { name: 'A' } })
    expect(await attackOpenVault(core, victim, { snapshot })).toEqual(refusedWhileOpen('rollback'))
  })

  test('is noticed although a tab that is behind reads, fails or is lied to afterwards', async () => {
    const storage = createMemoryStorage()
    const victim = await signUp(core, { storage })
    const behind = newDevice(core, { storage })
    await signInByPasskey(behind, victim.passkey)
    const snapshot = await keptVault(core, behind)
    await victim.device.saveProfile({ values: { name: 'A' } })

    await behind.listSessions({})
    core.once.set(READ, { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(behind.refresh({}))).toBe('service_unavailable')
    core.once.set(READ, { status: 200, body: snapshot })
    expect(await codeOf(behind.refresh({}))).toBe('rollback')

    core.once.set(READ, { status: 200, body: snapshot })
    expect(await codeOf(signInByPasskey(newDevice(core, { storage }), victim.passkey))).toBe('rollback')
  })

  test('is noticed at a step-up', async () => {
    const victim = await signUp(core)
    const snapshot = await keptVault(core, victim.device)
    await victim.device.saveProfile({ values: { name: 'A' } })
    const { challengeId, options } = await victim.device.startPasskeyStepUp({ purpose: { act: 'add_passkey' } })
    const answer = { challengeId, response: victim.passkey.get(options), prf: prfOutputOf(victim.passkey) }
    core.once.set(READ, { status: 200, body: snapshot })
    expect(await codeOf(victim.device.stepUpByPasskey(answer))).toBe('rollback')
  })

  test('shows a new device when and where that vault was written, since it cannot know better', async () => {
    const victim = await signUp(core)
    const snapshot = await keptVault(core, victim.device)
    await victim.device.saveProfile({ values: { name: 'A' } })
    core.once.set(READ, { status: 200, body: snapshot })
    const phone = newDevice(core)
    const { firstUse } = await signInByPasskey(phone, victim.passkey)
    expect(firstUse).toMatchObject({ device: 'Chrome on Linux', gen: snapshot.head.gen })
    expect(await phone.confirmVault({ what: 'unproven' })).toMatchObject({ firstUse, continuity: 'first_use' })
    const confirmed = await phone.confirmVault({ what: 'first_use' })
    expect(confirmed).toMatchObject({ firstUse: undefined, continuity: 'verified' })
  })

  test('goes on showing it, whatever is written and however often it is opened, until its owner confirms it', async () => {
    const victim = await signUp(core)
    const storage = createMemoryStorage()
    const { firstUse } = await signInByPasskey(newDevice(core, { storage }), victim.passkey)
    const laptop = newDevice(core, { storage })
    await signInByPasskey(laptop, victim.passkey)
    expect(firstUse).toMatchObject({ device: 'Chrome on Linux', gen: 2 })
    expect(await laptop.saveProfile({ values: { name: 'A' } })).toMatchObject({ firstUse })
    expect(await laptop.confirmVault({ what: 'first_use' })).toMatchObject({ firstUse: undefined })
    expect(await laptop.saveProfile({ values: { name: 'B' } })).toMatchObject({ firstUse: undefined })
    expect(await signInByPasskey(newDevice(core, { storage }), victim.passkey)).toMatchObject({ firstUse: undefined })
  })

  test('cannot take back the entry of an approval that is still under way', async () => {
    const storage = createMemoryStorage()
    const { device, profile, passkey } = await signUp(core, { storage })
    const snapshot = await keptVault(core, device)
    const approval = await approvalOf(core, device)
    const complete = `POST /api/internal/oauth/requests/${approval.id}/complete/`
    let atComplete: DeviceMemories = {}
    core.lies.set(complete, (answer) => {
      atComplete = storage.read() as DeviceMemories
      return answer
    })
    await device.approve(approval)
    core.lies.delete(complete)
    expect(atComplete.vaults?.[profile.userId]?.gen).toBe(profile.memory.gen + 1)
    core.once.set(READ, { status: 200, body: snapshot })
    expect(await codeOf(signInByPasskey(newDevice(core, { storage }), passkey))).toBe('rollback')
  })
})

describe('a core that serves an account again that was deleted on this device', () => {
  test('is refused before it is asked for the vault, and nothing of it is remembered anew', async () => {
    const storage = createMemoryStorage()
    const { device, profile, passkey } = await signUp(core, { storage })
    const snapshot = await keptVault(core, device)
    await device.deleteAccount({})
    const again = newDevice(core, { storage })
    const { challengeId, options } = await again.startPasskeySignIn({})
    const { userId } = profile
    core.once.set(FINISH, { status: 200, body: { session_token: 'x', user_id: userId, device_token: 'y' } })
    core.once.set(READ, { status: 200, body: snapshot })
    const answer = { challengeId, response: passkey.get(options), prf: prfOutputOf(passkey) }
    expect(await codeOf(again.finishPasskeySignIn(answer))).toBe('account_deleted')
    core.once.delete(READ)
    expect(await codeOf(again.refresh({}))).toBe('locked')
    const { vaults = {}, deleted = {} } = await storage.read()
    expect([Object.keys(vaults), Object.keys(deleted)]).toEqual([[], [userId]])
  })
})
