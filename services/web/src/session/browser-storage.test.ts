import { describe, expect, test } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'

describe('browser storage', () => {
  const memory = { vault_id: 'v', gen: 3, hash: 'h', past: { from: 1, h: 'p' }, wrote_at: 'now' } as const
  const textsWith = (content: string | null) => {
    const texts = new Map(content === null ? [] : [['countersign.vaults', content]])
    return {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, value: string) => void texts.set(key, value),
    }
  }
  const storageWith = (content: string | null) => {
    const texts = textsWith(content)
    return createBrowserStorage(() => texts)
  }

  test('keeps generation and hash of each account', async () => {
    const storage = storageWith(null)
    await storage.keep({ userId: 'ada', memory })
    await storage.keep({ userId: 'grace', memory })
    expect(await storage.read()).toMatchObject({ vaults: { ada: memory, grace: memory } })
  })

  test.each(['not json', '[]', 'null', '{"ada":null}', '{"ada":{"gen":1}}'])(
    'is nothing where %s is stored',
    async (stored) => {
      expect((await storageWith(stored).read()).vaults ?? {}).toEqual({})
    },
  )

  test('keeps the proof of the last password sign-in over a passkey sign-in', async () => {
    const storage = storageWith(null)
    await storage.keep({ userId: 'ada', memory, deviceToken: 'cs_dt_1' })
    await storage.keep({ userId: 'ada', memory })
    expect(await storage.read()).toMatchObject({ deviceToken: 'cs_dt_1' })
  })

  test('keeps a first use until it is confirmed, and a deleted account for good', async () => {
    const storage = storageWith(null)
    const firstUse = { at: '2026-01-01T00:00:00.000Z', device: 'Laptop', gen: 3 }
    await storage.keep({ userId: 'ada', memory, firstUse })
    expect(await storage.read()).toMatchObject({ firstUses: { ada: firstUse } })
    await storage.keep({ userId: 'ada', isFirstUseConfirmed: true })
    expect(await storage.read()).toMatchObject({ firstUses: {} })
    await storage.keep({ userId: 'ada', deletedAt: firstUse.at })
    expect(await storage.read()).toMatchObject({ vaults: {}, deleted: { ada: firstUse.at } })
  })

  test('keeps the known recovery key until the user confirms another', async () => {
    const storage = storageWith(null)
    await storage.keep({ userId: 'ada', memory, recoveryKey: 'first' })
    await storage.keep({ userId: 'ada', memory, recoveryKey: 'second' })
    expect(await storage.read()).toMatchObject({ recoveryKeys: { ada: 'first' } })
    await storage.keep({ userId: 'ada', confirmedRecoveryKey: 'second' })
    expect(await storage.read()).toMatchObject({ recoveryKeys: { ada: 'second' } })
  })

  test.each([
    '{"ada":{}}',
    '{"ada":{"own":[1]}}',
    '{"ada":{"own":[],"seen":{"seq":"1"}}}',
    '{"ada":{"own":[],"seen":{"seq":1,"at":"9999"}}}',
  ])('has seen no changes where %s is stored', async (stored) => {
    const texts = textsWith(null)
    texts.setItem('countersign.notices', stored)
    expect((await createBrowserStorage(() => texts).read()).notices).toEqual({})
    await createBrowserStorage(() => texts).keep({ userId: 'ada', own: ['entry'] })
    expect((await createBrowserStorage(() => texts).read()).notices).toEqual({ ada: { own: ['entry'] } })
  })

  test('keeps a sealed vault as long as the page lives', async () => {
    const texts = textsWith(null)
    const storage = createBrowserStorage(() => texts)
    const head = { v: 1, s: 1, gen: 3, ak_gen: 1, n: 'n', ct: 'sealed' } as const
    const held = { snapshot: { vault_id: 'v', head, items: [], unlock: [] }, memory }
    await storage.keep({ userId: 'ada', held })
    expect(await storage.read()).toMatchObject({ held: { ada: held } })
    expect((await createBrowserStorage(() => texts).read()).held).toBeUndefined()
  })

  test('works without storage, even when its getter throws', async () => {
    const forbidden = (): never => {
      throw new Error('denied')
    }
    for (const find of [forbidden, () => ({ getItem: forbidden, setItem: forbidden })]) {
      const storage = createBrowserStorage(find)
      await storage.keep({ userId: 'ada', memory })
      expect(await storage.read()).toEqual({})
    }
  })
})
