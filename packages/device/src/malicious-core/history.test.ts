import { codeOf } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDevice, newPasskey, outputOf, registrationOf, signInByPasskey, signUpByPasskey } from '../testing/device.ts'
import { type FakeCore, startFakeCore } from '../testing/fake-core.ts'
import type { OpenedProfile } from '../views.ts'
import { attackOpenVault, attackSignIn, copyOf, refusedAtSignIn, refusedWhileOpen, type Victim } from './attack.ts'

let core: FakeCore
beforeAll(async () => {
  core = await startFakeCore()
})
afterAll(() => core.close())

const remembering = ({ userId, memory }: OpenedProfile) => ({ vaults: { [userId]: memory } })

/** A second device with the same vault open, to which core shows another history. */
async function secondDevice({ passkey }: Victim) {
  const device = newDevice(core)
  await signInByPasskey(device, passkey)
  return device
}

describe('a core that goes back to an older vault (row 5)', () => {
  test('is noticed by a device that remembers the newer one', async () => {
    const victim = await signUpByPasskey(core)
    await victim.device.saveProfile({ values: { name: 'A' } })
    const snapshot = copyOf(victim)
    const profile = await victim.device.saveProfile({ values: { name: 'B' } })
    expect(await attackSignIn(core, victim, { snapshot, memories: remembering(profile) })).toEqual(
      refusedAtSignIn('rollback'),
    )
  })

  test('is noticed while the vault is open', async () => {
    const victim = await signUpByPasskey(core)
    const snapshot = copyOf(victim)
    await victim.device.saveProfile({ values: { name: 'A' } })
    expect(await attackOpenVault(core, victim, { snapshot })).toEqual(refusedWhileOpen('rollback'))
  })

  test('shows a new device when and where that vault was written, since it cannot know better', async () => {
    const victim = await signUpByPasskey(core)
    core.once.set('GET /api/vault/', { status: 200, body: copyOf(victim) })
    const opened = await signInByPasskey(newDevice(core), victim.passkey)
    expect(opened).toMatchObject({ isFirstUse: true, lastChanged: { device: 'Chrome on Linux' } })
  })
})

describe('a core that shows two devices two histories (row 5)', () => {
  /** Both devices write on top of the same vault; core tells each that it was the only one. */
  async function fork() {
    const victim = await signUpByPasskey(core)
    const phone = await secondDevice(victim)
    const base = copyOf(victim)
    const profile = await victim.device.saveProfile({ values: { name: 'A' } })
    const laptopSide = copyOf(victim)
    victim.account.vault = base
    await phone.saveProfile({ values: { name: 'B' } })
    return { victim, phone, profile, laptopSide, phoneSide: copyOf(victim) }
  }

  test('is noticed at the same generation', async () => {
    const { victim, profile, phoneSide } = await fork()
    const memories = remembering(profile)
    expect(await attackSignIn(core, victim, { snapshot: phoneSide, memories })).toEqual(refusedAtSignIn('fork'))
  })

  test('is noticed behind later generations', async () => {
    const { victim, phone, profile } = await fork()
    for (const name of ['C', 'D', 'E']) await phone.saveProfile({ values: { name } })
    const attack = { snapshot: copyOf(victim), memories: remembering(profile) }
    expect(await attackSignIn(core, victim, attack)).toEqual(refusedAtSignIn('fork'))
    expect(await attackOpenVault(core, victim, attack)).toEqual(refusedWhileOpen('fork'))
  })

  test('cannot hide it by another vault id', async () => {
    const { victim, profile } = await fork()
    const other = await signUpByPasskey(core)
    const memories = { vaults: { [victim.profile.userId]: other.profile.memory } }
    expect(profile.memory.vault_id).not.toBe(other.profile.memory.vault_id)
    expect(await attackSignIn(core, victim, { snapshot: copyOf(victim), memories })).toEqual(refusedAtSignIn('fork'))
  })
})

describe('a core that brings back a method (row 6)', () => {
  test('which was removed is refused, whoever signs in', async () => {
    const victim = await signUpByPasskey(core)
    const lost = newPasskey()
    await victim.device.startPasskeyAddition({})
    await victim.device.addPasskey({ response: registrationOf(lost), prf: outputOf(lost), label: '' })
    const stolen = copyOf(victim).unlock.find(({ bind }) => bind === lost.id)!
    await victim.device.removeMethod({ unlockId: stolen.id })
    const now = copyOf(victim)
    const snapshot = { ...now, unlock: [...now.unlock, stolen] }
    // Core also lets the removed passkey sign in.
    victim.account.vault = snapshot
    expect(await attackSignIn(core, { passkey: lost }, { snapshot })).toEqual(refusedAtSignIn('unlisted_unlock'))
    expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('unlisted_unlock'))
    expect(await attackOpenVault(core, victim, { snapshot })).toEqual(refusedWhileOpen('unlisted_unlock'))
  })

  test('together with the older vault that had it is refused by a device that remembers', async () => {
    const victim = await signUpByPasskey(core)
    const lost = newPasskey()
    await victim.device.startPasskeyAddition({})
    await victim.device.addPasskey({ response: registrationOf(lost), prf: outputOf(lost), label: '' })
    const snapshot = copyOf(victim)
    const record = snapshot.unlock.find(({ bind }) => bind === lost.id)!
    const profile = await victim.device.removeMethod({ unlockId: record.id })
    expect(await attackSignIn(core, victim, { snapshot, memories: remembering(profile) })).toEqual(
      refusedAtSignIn('rollback'),
    )
  })

  test('which belongs to an account key that was exchanged is refused', async () => {
    const victim = await signUpByPasskey(core)
    const older = copyOf(victim)
    await victim.device.prepareRecoveryKey({})
    await victim.device.rotateAccountKey({})
    const now = copyOf(victim)
    expect(await attackOpenVault(core, victim, { snapshot: older })).toEqual(refusedWhileOpen('rollback'))
    const mixed = { ...now, unlock: older.unlock }
    expect(await attackSignIn(core, victim, { snapshot: mixed })).toEqual(refusedAtSignIn('tampered'))
  })
})

describe('a log that core changes', () => {
  type Entries = { entries: { ct: string; seq: number }[] }
  const READ = 'GET /api/vault/activity/'

  test.each<[string, (answer: Entries) => Entries]>([
    ['leaves the newest entry out of', ({ entries }) => ({ entries: entries.slice(1) })],
    ['leaves an entry out of', ({ entries }) => ({ entries: entries.filter((_entry, index) => index !== 1) })],
    ['empties', () => ({ entries: [] })],
    ['changes the order of', ({ entries }) => ({ entries: entries.toReversed() })],
    [
      'puts other content into',
      ({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, ct: entries[1]!.ct })) }),
    ],
  ])('is noticed when it %s it', async (_case, lie) => {
    const { device } = await signUpByPasskey(core)
    const approval = {
      clientId: 'a',
      host: 'a.example',
      encryptionKey: undefined,
      appName: 'A',
      scopes: [],
      claims: {},
    }
    for (const id of ['r1', 'r2', 'r3']) await device.approve({ ...approval, id })
    core.lies.set(READ, lie)
    expect(await codeOf(device.readActivity({}))).toBe('activity_broken')
    core.lies.delete(READ)
    expect((await device.readActivity({})).events).toHaveLength(3)
  })
})
