import { describe, expect, test } from 'vitest'
import { createMemoryStorage, type DeviceMemory, type HeldVault } from './device-storage.ts'

const memory = (gen: number, hash = `h${gen}`, vaultId = 'v') =>
  ({ vault_id: vaultId, gen, hash, past: { from: 1, h: 'p' }, wrote_at: 'now' }) as const
const firstUse = { at: '2026-01-01T00:00:00.000Z', device: 'Laptop', gen: 3 }

describe('the memory of a device', () => {
  const rememberedAfter = async (...learned: readonly DeviceMemory[]) => {
    const storage = createMemoryStorage()
    for (const each of learned) await storage.keep(each)
    return storage.read()
  }
  const seen = (state: ReturnType<typeof memory>) => ({ userId: 'ada', memory: state })

  test.each([
    ['an older state', memory(2)],
    ['another state of the same generation', memory(3, 'other')],
    ['another vault', memory(9, 'h9', 'w')],
  ])('of a vault is never set back by %s that a tab was shown', async (_case, shown) => {
    expect(await rememberedAfter(seen(memory(3)), seen(shown))).toMatchObject({ vaults: { ada: memory(3) } })
  })

  test('is set back only by the user, from the state that they gave up', async () => {
    const older = { ...seen(memory(2)), inPlaceOf: memory(3) }
    expect(await rememberedAfter(seen(memory(3)), seen(memory(4)))).toMatchObject({ vaults: { ada: memory(4) } })
    expect(await rememberedAfter(seen(memory(3)), older)).toMatchObject({ vaults: { ada: memory(2) } })
    expect(await rememberedAfter(seen(memory(4)), older)).toMatchObject({ vaults: { ada: memory(4) } })
  })

  test('of a deleted account is the deletion alone, for good', async () => {
    const deleted = { userId: 'ada', deletedAt: firstUse.at }
    const later = [
      { ...seen(memory(9)), firstUse },
      { userId: 'ada', deletedAt: 'later' },
    ]
    expect(await rememberedAfter({ ...seen(memory(3)), firstUse }, deleted, ...later)).toEqual({
      vaults: {},
      firstUses: {},
      recoveryKeys: {},
      notices: {},
      held: {},
      deleted: { ada: firstUse.at },
    })
  })

  test('of a first use lasts until it is confirmed, and another tab does not bring it back', async () => {
    const first = { ...seen(memory(3)), firstUse }
    const confirmed = { userId: 'ada', isFirstUseConfirmed: true } as const
    expect(await rememberedAfter(first, seen(memory(4)))).toMatchObject({ firstUses: { ada: firstUse } })
    expect(await rememberedAfter(first, confirmed, { ...first, memory: memory(4) })).toMatchObject({ firstUses: {} })
  })

  test('of one user stays when another confirms, puts back held entries, or deletes their account', async () => {
    const held = { snapshot: {} as HeldVault['snapshot'], memory: memory(3) }
    const both = ['ada', 'eve'].flatMap((userId): DeviceMemory[] => [
      { userId, memory: memory(3), firstUse },
      { userId, held },
    ])
    const all = { vaults: { ada: memory(3), eve: memory(3) }, firstUses: { ada: firstUse, eve: firstUse } }
    expect(await rememberedAfter(...both)).toMatchObject({ ...all, held: { ada: held, eve: held } })
    expect(await rememberedAfter(...both, { userId: 'eve', held: undefined })).toMatchObject({ held: { ada: held } })
    const confirmed = await rememberedAfter(...both, { userId: 'eve', isFirstUseConfirmed: true })
    expect(confirmed).toMatchObject({ vaults: all.vaults })
    expect(confirmed.firstUses).toEqual({ ada: firstUse })
    const deleted = await rememberedAfter(...both, { userId: 'eve', deletedAt: firstUse.at })
    const { vaults, firstUses } = deleted
    expect([vaults, firstUses, deleted.held]).toEqual([{ ada: memory(3) }, { ada: firstUse }, { ada: held }])
  })

  test('notices keep what the user saw and the latest hundred, and go with the account', async () => {
    const own = Array.from({ length: 150 }, (_, index) => `${index}`)
    const seenNow = { seq: 3, at: firstUse.at }
    const learned = [...own.map((each) => ({ userId: 'ada', own: [each] })), { userId: 'ada', seen: seenNow }]
    expect(await rememberedAfter(...learned)).toEqual({ notices: { ada: { seen: seenNow, own: own.slice(50) } } })
    const gone = await rememberedAfter(...learned, { userId: 'ada', deletedAt: firstUse.at })
    expect(gone.notices).toEqual({})
  })

  test('of one user never affects another, even for the id __proto__', async () => {
    const { vaults = {} } = await rememberedAfter({ userId: '__proto__', memory: memory(3) }, seen(memory(1)))
    expect(Object.entries(vaults)).toEqual(Object.entries({ ['__proto__']: memory(3), ada: memory(1) }))
  })
})
