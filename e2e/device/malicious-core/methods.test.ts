import { signUp } from '@countersign/testing'
import type { VaultSnapshot } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { addAnotherPasskey } from '../../support/add-another-passkey.ts'
import { keptVault, useLyingCore } from '../../support/lying-core.ts'
import { attackOpenVault, attackSignIn, refusedAtSignIn, refusedWhileOpen, remembering } from './attack.ts'

const core = useLyingCore()
const FINISH = 'POST /api/session/passkey/finish/'

describe('a core that brings back a method (row 6)', () => {
  test('which was removed is refused, by whichever method', async () => {
    const victim = await signUp(core)
    const lost = await addAnotherPasskey(core, victim.device)
    const before = await keptVault(core, victim.device)
    const stolen = before.unlock.find(({ bind }) => bind === lost.credentialId)!
    await victim.device.removeMethod({ unlockId: stolen.id })
    const now = await keptVault(core, victim.device)
    const snapshot = { ...now, unlock: [...now.unlock, stolen] }
    // Core also lets the removed passkey sign in.
    const { userId } = victim.profile
    core.once.set(FINISH, { status: 200, body: { session_token: 'x', user_id: userId, device_token: 'y' } })
    expect(await attackSignIn(core, { passkey: lost }, { snapshot })).toEqual(refusedAtSignIn('unlisted_unlock'))
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('unlisted_unlock'))
    expect(await attackOpenVault(core, victim, { snapshot })).toEqual(refusedWhileOpen('unlisted_unlock'))
  })

  test('together with the older vault that had it is refused by a device that remembers', async () => {
    const victim = await signUp(core)
    const lost = await addAnotherPasskey(core, victim.device)
    const snapshot = await keptVault(core, victim.device)
    const record = snapshot.unlock.find(({ bind }) => bind === lost.credentialId)!
    const profile = await victim.device.removeMethod({ unlockId: record.id })
    expect(await attackSignIn(core, victim, { snapshot, memories: remembering(profile) })).toEqual(
      refusedAtSignIn('rollback'),
    )
  })

  test('which belongs to an account key that was exchanged is refused', async () => {
    const victim = await signUp(core)
    const older = await keptVault(core, victim.device)
    await victim.device.prepareRecoveryKey({})
    await victim.device.rotateAccountKey({})
    const now = await keptVault(core, victim.device)
    expect(await attackOpenVault(core, victim, { snapshot: older })).toEqual(refusedWhileOpen('rollback'))
    const mixed = { ...now, unlock: older.unlock }
    expect(await attackSignIn(core, victim, { snapshot: mixed })).toEqual(refusedAtSignIn('tampered'))
  })
})

describe('a core that leaves out a method', () => {
  const without = (snapshot: VaultSnapshot, type: string) => ({
    ...snapshot,
    unlock: snapshot.unlock.filter((record) => record.type !== type),
  })

  test('so that it could be neither seen nor removed is refused', async () => {
    const victim = await signUp(core)
    const hidden = await addAnotherPasskey(core, victim.device)
    const now = await keptVault(core, victim.device)
    const snapshot = { ...now, unlock: now.unlock.filter(({ bind }) => bind !== hidden.credentialId) }
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('missing_unlock'))
    expect(await attackOpenVault(core, victim, { snapshot })).toEqual(refusedWhileOpen('missing_unlock'))
  })

  test('while it is replaced, to bring it back later, changes nothing', async () => {
    const victim = await signUp(core)
    const before = await keptVault(core, victim.device)
    const hiding = { snapshot: without(before, 'recovery') }
    expect(await attackSignIn(core, victim, hiding)).toEqual(refusedAtSignIn('missing_unlock'))
    expect(await attackOpenVault(core, victim, hiding)).toEqual(refusedWhileOpen('missing_unlock'))
    await victim.device.prepareRecoveryKey({})
    await victim.device.replaceRecoveryKey({})
    const now = await keptVault(core, victim.device)
    const snapshot = { ...now, unlock: before.unlock }
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('unlisted_unlock'))
    expect(await attackSignIn(core, victim, { snapshot: without(now, 'recovery') })).toEqual(
      refusedAtSignIn('missing_unlock'),
    )
  })
})
