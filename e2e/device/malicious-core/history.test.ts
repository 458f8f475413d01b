import { createMemoryStorage, type Device, type DeviceMemories, type OpenedProfile } from '@countersign/device'
import {
  byPasskey,
  codeOf,
  confirming,
  newDevice,
  type Person,
  prfOutputOf,
  signInByPasskey,
  signUp,
} from '@countersign/testing'
import { LIMITS, openVault, prepareCommit, type VaultCommit, type VaultSnapshot } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { addAnotherPasskey } from '../../support/add-another-passkey.ts'
import { approvalOf } from '../../support/approval.ts'
import { callsSince, keptVault, useLyingCore } from '../../support/lying-core.ts'
import { attackOpenVault, attackSignIn, refusedAtSignIn, refusedWhileOpen } from './attack.ts'

const core = useLyingCore()

const READ = 'GET /api/vault/'
const COMMIT = 'POST /api/vault/commits/'
const FINISH = 'POST /api/session/passkey/finish/'

const remembering = ({ userId, memory }: OpenedProfile) => ({ vaults: { [userId]: memory } })

/** A second device with the same vault open, to which core shows another history. */
async function secondDevice({ passkey }: Person) {
  const device = newDevice(core)
  await signInByPasskey(device, passkey)
  return device
}

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

/** Has a device write, tells it that this is now the vault, and shows nobody else. */
async function writeApart(device: Device, { items, ...vault }: VaultSnapshot, name: string) {
  core.once.set(COMMIT, { status: 200, body: { gen: vault.head.gen + 1 } })
  const { memory } = await device.saveProfile({ values: { name } })
  const { body } = core.seen.findLast(({ call }) => call === COMMIT)!
  const { head, put } = body as VaultCommit
  const replaced = new Set(put.map(({ id }) => id))
  const snapshot: VaultSnapshot = { ...vault, head, items: [...items.filter(({ id }) => !replaced.has(id)), ...put] }
  return { snapshot, hash: memory.hash }
}

describe('a core that shows two devices two histories (row 5)', () => {
  /** Both devices write on top of the same vault; core tells each that it was the only one. */
  async function fork() {
    const victim = await signUp(core)
    const phone = await secondDevice(victim)
    const base = await keptVault(core, victim.device)
    const profile = await victim.device.saveProfile({ values: { name: 'A' } })
    const { snapshot: phoneSide } = await writeApart(phone, base, 'B')
    return { victim, phone, profile, phoneSide }
  }

  test('is noticed at the same generation', async () => {
    const { victim, profile, phoneSide } = await fork()
    const memories = remembering(profile)
    expect(await attackSignIn(core, victim, { snapshot: phoneSide, memories })).toEqual(refusedAtSignIn('fork'))
  })

  test('is noticed behind later generations', async () => {
    const { victim, phone, profile, phoneSide } = await fork()
    let snapshot = phoneSide
    for (const name of ['C', 'D', 'E']) ({ snapshot } = await writeApart(phone, snapshot, name))
    const attack = { snapshot, memories: remembering(profile) }
    expect(await attackSignIn(core, victim, attack)).toEqual(refusedAtSignIn('fork'))
    expect(await attackOpenVault(core, victim, attack)).toEqual(refusedWhileOpen('fork'))
  })

  test('says what was expected and what was found', async () => {
    const { victim, profile, phoneSide } = await fork()
    const storage = createMemoryStorage(remembering(profile))
    core.once.set(READ, { status: 200, body: phoneSide })
    const refusal = signInByPasskey(newDevice(core, { storage }), victim.passkey)
    const { memory } = profile
    await expect(refusal).rejects.toMatchObject({
      failure: {
        code: 'fork',
        detail: {
          expected: { gen: memory.gen, hash: memory.hash, wroteAt: memory.wrote_at },
          found: { gen: memory.gen, device: 'Chrome on Linux' },
        },
      },
    })
  })

  test('cannot hide it by another vault id', async () => {
    const { victim, profile, phoneSide } = await fork()
    const other = await signUp(core)
    const memories = { vaults: { [victim.profile.userId]: other.profile.memory } }
    expect(profile.memory.vault_id).not.toBe(other.profile.memory.vault_id)
    expect(await attackSignIn(core, victim, { snapshot: phoneSide, memories })).toEqual(refusedAtSignIn('fork'))
  })
})

describe('a core that shows two windows of one device two histories (row 5)', () => {
  /** What one window wrote, and core has taken back; the other window has not heard of it. */
  async function takenBack() {
    const storage = createMemoryStorage()
    const victim = await signUp(core, { storage })
    const other = confirming(newDevice(core, { storage }), byPasskey(victim.passkey))
    await signInByPasskey(other, victim.passkey)
    const before = await keptVault(core, victim.device)
    const { memory } = await victim.device.saveProfile({ values: { name: 'A' } })
    const oldVault = () => core.once.set(READ, { status: 200, body: before, times: 9 })
    return { storage, victim, other, memory, oldVault }
  }

  const writes: readonly [string, (device: Device) => Promise<unknown>][] = [
    ['saves an entry', (device) => device.saveProfile({ values: { name: 'B' } })],
    ['approves', async (device) => device.approve(await approvalOf(core, device))],
    [
      'replaces the recovery key',
      async (device) => {
        await device.prepareRecoveryKey({})
        return device.replaceRecoveryKey({})
      },
    ],
    [
      'renews the account key',
      async (device) => {
        await device.prepareRecoveryKey({})
        return device.rotateAccountKey({})
      },
    ],
  ]

  test.each(writes)('sends nothing of the window that is behind when it %s', async (_case, write) => {
    const { storage, victim, other, memory, oldVault } = await takenBack()
    oldVault()
    const before = core.seen.length
    expect(await codeOf(write(other))).toBe('rollback')
    core.once.delete(READ)
    expect(callsSince(core, before).filter((call) => /^POST .*\/(vault|methods)\//.test(call))).toEqual([])
    expect(await storage.read()).toMatchObject({ vaults: { [victim.profile.userId]: memory } })
  })

  test.each(writes)(
    'where core is honest, the window goes on from what the other wrote, and %s',
    async (_case, write) => {
      const { other, memory } = await takenBack()
      await write(other)
      const { gen } = (await other.refresh({})).memory
      expect(gen).toBe(memory.gen + 1)
    },
  )

  test('ends a write in a refusal that another window has crossed', async () => {
    const { storage, victim, memory, oldVault } = await takenBack()
    const keep = storage.keep
    /** Reads what this device remembers too late: once it has written. */
    const read = () => (core.seen.at(-1)?.call === COMMIT ? storage.read() : {})
    const late = newDevice(core, { storage: { keep, read } })
    oldVault()
    await signInByPasskey(late, victim.passkey)
    core.once.set(COMMIT, { status: 200, body: { gen: memory.gen } })
    expect(await codeOf(late.saveProfile({ values: { name: 'B' } }))).toBe('rollback')
    core.once.delete(READ)
    expect(await storage.read()).toMatchObject({ vaults: { [victim.profile.userId]: memory } })
  })
})

describe('a device that was away for more changes than a head lists', () => {
  const askedFrom = ({ memory }: OpenedProfile) => `GET /api/vault/ancestors/?from=${memory.gen}`

  /** Somebody whose phone wrote 40 times since their laptop was last used, with the hashes of its heads. */
  async function awayForLong() {
    const victim = await signUp(core)
    const away = await victim.device.saveProfile({ values: { name: 'A' } })
    const phone = await secondDevice(victim)
    const hashes = [away.memory.hash]
    for (let count = 0; count < 40; count += 1) {
      const { memory } = await phone.saveProfile({ values: { name: `B${count}` } })
      hashes.push(memory.hash)
    }
    const storage = createMemoryStorage(remembering(away))
    const open = (device = newDevice(core, { storage })) => signInByPasskey(device, victim.passkey)
    return { away, storage, hashes: hashes.slice(0, -1), open }
  }

  test('asks for the hashes between, and finds that all is well', async () => {
    const { away, open } = await awayForLong()
    const before = core.seen.length
    const opened = await open()
    expect(callsSince(core, before)).toContain(askedFrom(away))
    expect(opened).toMatchObject({ continuity: 'verified', memory: { gen: away.memory.gen + 40 } })
    expect(opened.memory.proven).toBeUndefined()
  })

  test('asks page by page, however far away it is', async () => {
    const victim = await signUp(core)
    const away = await victim.device.saveProfile({ values: { name: 'A' } })
    const { credentialId, prfOutput: root } = victim.passkey
    const method = { type: 'prf', credentialId, root } as const
    const snapshot = await keptVault(core, victim.device)
    let { vault } = await openVault({ snapshot, userId: away.userId, method })
    let { head } = snapshot
    const hashes: string[] = []
    while (hashes.length < LIMITS.ancestorsPerPage + 10) {
      hashes.push(vault.memory.hash)
      const written = await prepareCommit(vault, { put: [], remove: [], device: 'Phone', wroteAt: new Date() })
      ;({
        next: vault,
        commit: { head },
      } = written)
    }
    core.once.set(READ, { status: 200, body: { ...snapshot, head } })
    const { gen } = away.memory
    for (const from of [0, LIMITS.ancestorsPerPage]) {
      const page = hashes.slice(from, from + LIMITS.ancestorsPerPage)
      core.once.set(`GET /api/vault/ancestors/?from=${gen + from}`, { status: 200, body: { hashes: page } })
    }
    const storage = createMemoryStorage(remembering(away))
    const opened = await signInByPasskey(newDevice(core, { storage }), victim.passkey)
    expect(opened).toMatchObject({ continuity: 'verified', memory: { gen: gen + LIMITS.ancestorsPerPage + 10 } })
  })

  test.each([
    ['does not answer', { status: 503, body: { code: 'service_unavailable' } }],
    ['shows nothing', { status: 200, body: { hashes: [] } }],
    ['shows one', { status: 200, body: { hashes: ['A'.repeat(43)] } }],
    ['answers something else', { status: 200, body: { hashes: 'none' } }],
  ])('says that nothing is proven where core %s, and goes on asking', async (_case, answer) => {
    const { away, open } = await awayForLong()
    core.once.set(askedFrom(away), { times: 2, ...answer })
    for (const visit of ['first', 'second']) {
      const opened = await open()
      expect([visit, opened.continuity, opened.memory.proven?.hash]).toEqual([visit, 'unproven', away.memory.hash])
    }
    expect((await open()).continuity).toBe('verified')
  })

  test.each([
    ['one more than asked for, since somebody has written meanwhile', 1],
    ['a million more, since it has a lot to say', 1_000_000],
  ])('takes what it asked for where core shows %s', async (_case, more) => {
    const { away, hashes, open } = await awayForLong()
    const body = { hashes: [...hashes, ...Array.from({ length: more }, () => 'A')] }
    core.once.set(askedFrom(away), { status: 200, body })
    expect(await open()).toMatchObject({ continuity: 'verified', memory: { gen: away.memory.gen + 40 } })
  })

  test('says so after writes of its own too, until it reads again and core shows it', async () => {
    const { away, open, storage } = await awayForLong()
    const laptop = newDevice(core, { storage })
    core.once.set(askedFrom(away), { status: 503, body: { code: 'service_unavailable' } })
    expect((await open(laptop)).continuity).toBe('unproven')
    expect((await laptop.saveProfile({ values: { name: 'C' } })).continuity).toBe('unproven')
    const refreshed = await laptop.refresh({})
    expect([refreshed.continuity, refreshed.memory.proven]).toEqual(['verified', undefined])
  })

  test('that is also new here is confirmed for each of both alone', async () => {
    const { away, storage, open } = await awayForLong()
    const { userId, memory } = away
    const firstUse = { at: '2026-01-01T00:00:00.000Z', device: 'Phone', gen: memory.gen }
    const seen = { ...(await storage.read()), firstUses: { [userId]: firstUse } }
    for (const [what, rest] of [
      ['first_use', { firstUse: undefined, continuity: 'unproven', memory: { proven: { hash: memory.hash } } }],
      ['unproven', { firstUse, continuity: 'verified' }],
    ] as const) {
      const laptop = newDevice(core, { storage: createMemoryStorage(seen) })
      core.once.set(askedFrom(away), { status: 503, body: { code: 'service_unavailable' } })
      expect(await open(laptop)).toMatchObject({ firstUse, continuity: 'unproven' })
      expect(await laptop.confirmVault({ what })).toMatchObject(rest)
    }
  })

  test.each<[string, (hashes: readonly string[]) => readonly string[]]>([
    ['another head in place of the remembered one', ([, second = '', ...rest]) => [second, second, ...rest]],
    [
      'another way from the remembered one',
      ([first = '', second = '', ...rest]) => [first, first, second, ...rest.slice(1)],
    ],
    ['no hash', (hashes) => hashes.map(() => 'A'.repeat(43))],
  ])('refuses a vault to which core shows %s, in the second visit too', async (_case, lie) => {
    const { away, hashes, open } = await awayForLong()
    core.once.set(askedFrom(away), { times: 2, status: 200, body: { hashes: lie(hashes) } })
    expect([await codeOf(open()), await codeOf(open())]).toEqual(['fork', 'fork'])
    expect((await open()).continuity).toBe('verified')
  })

  test.each<[string, (branch: readonly string[], remembered: string) => readonly string[]]>([
    ['its hashes', (branch) => branch],
    ['its hashes after the remembered one', ([, ...branch], remembered) => [remembered, ...branch]],
  ])('refuses a fork that hides behind them, with %s', async (_case, lie) => {
    const victim = await signUp(core)
    const phone = await secondDevice(victim)
    let snapshot = await keptVault(core, victim.device)
    const seen = await victim.device.saveProfile({ values: { name: 'A' } })
    const branch: string[] = []
    for (let count = 0; count < 36; count += 1) {
      const written = await writeApart(phone, snapshot, `B${count}`)
      ;({ snapshot } = written)
      branch.push(written.hash)
    }
    const storage = createMemoryStorage(remembering(seen))
    const open = () => {
      core.once.set(READ, { status: 200, body: snapshot })
      return signInByPasskey(newDevice(core, { storage }), victim.passkey)
    }
    // Core, which knows no such heads, tells the truth first.
    expect((await open()).continuity).toBe('unproven')
    const asked = `GET /api/vault/ancestors/?from=${seen.memory.gen}`
    core.once.set(asked, { status: 200, body: { hashes: lie(branch.slice(0, -1), seen.memory.hash) } })
    expect(await codeOf(open())).toBe('fork')
  })
})

describe('a core that brings back a method (row 6)', () => {
  test('which was removed is refused, whoever signs in', async () => {
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

describe('a log that core changes', () => {
  type Entries = { entries: { ct: string; seq: number }[] }
  const READ_LOG = 'GET /api/vault/activity/'

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
    const { device } = await signUp(core)
    for (let count = 0; count < 3; count += 1) await device.approve(await approvalOf(core, device))
    core.lies.set(READ_LOG, lie)
    expect(await codeOf(device.readActivity({}))).toBe('activity_broken')
    core.lies.delete(READ_LOG)
    expect((await device.readActivity({})).events).toHaveLength(3)
  })
})
