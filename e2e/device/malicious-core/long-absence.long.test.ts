// Long: a device that missed more changes than a head lists.
import { createMemoryStorage, type OpenedProfile } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { LIMITS, openVault, prepareCommit } from '@countersign/vault'
import { describe, expect, test } from 'vitest'
import { callsSince, keptVault, useLyingCore } from '../../support/lying-core.ts'
import { openAnother } from '../devices.ts'
import { remembering, writeApart } from './attack.ts'

const core = useLyingCore()
const READ = 'GET /api/vault/'

describe('a device that was away for more changes than a head lists', () => {
  const askedFrom = ({ memory }: OpenedProfile) => `GET /api/vault/ancestors/?from=${memory.gen}`

  /** A user whose phone wrote 40 times since the laptop was last used, with the hashes of the heads. */
  async function awayForLong() {
    const victim = await signUp(core)
    const away = await victim.device.saveProfile({ values: { name: 'A' } })
    const phone = await openAnother(core, victim)
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
    ['one more than requested, after another write', 1],
    ['a million more', 1_000_000],
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
    const phone = await openAnother(core, victim)
    let snapshot = await keptVault(core, victim.device)
    const seen = await victim.device.saveProfile({ values: { name: 'A' } })
    const branch: string[] = []
    for (let count = 0; count < 36; count += 1) {
      const written = await writeApart(core, phone, snapshot, `B${count}`)
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
