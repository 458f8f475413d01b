import { createMemoryStorage, type Device } from '@countersign/device'
import { byPasskey, codeOf, confirming, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf } from '../../support/approval.ts'
import { callsSince, keptVault, useLyingCore } from '../../support/lying-core.ts'
import { openAnother } from '../devices.ts'
import { attackOpenVault, attackSignIn, refusedAtSignIn, refusedWhileOpen, remembering, writeApart } from './attack.ts'

const core = useLyingCore()
const READ = 'GET /api/vault/'
const COMMIT = 'POST /api/vault/commits/'

describe('a core that shows two devices two histories (row 5)', () => {
  /** Both devices write on top of the same vault; core tells each that it was the only one. */
  async function fork() {
    const victim = await signUp(core)
    const phone = await openAnother(core, victim)
    const base = await keptVault(core, victim.device)
    const profile = await victim.device.saveProfile({ values: { name: 'A' } })
    const { snapshot: phoneSide } = await writeApart(core, phone, base, 'B')
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
    for (const name of ['C', 'D', 'E']) ({ snapshot } = await writeApart(core, phone, snapshot, name))
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
  /** One window wrote and core took it back; the other window does not know. */
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
