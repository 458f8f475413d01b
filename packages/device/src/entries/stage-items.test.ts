import type { ItemStagingRequest } from '@countersign/contracts'
import type { SealedItem } from '@countersign/vault'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, stageItems } from './stage-items.ts'

const BODY_BYTES = 1_048_576

/** Of about this many characters of JSON. */
const item = (characters: number): SealedItem => ({
  v: 1,
  s: 1,
  id: crypto.randomUUID(),
  rev: 1,
  ak_gen: 1,
  wk: { n: 'A'.repeat(16), ct: 'A'.repeat(64) },
  n: 'A'.repeat(16),
  ct: 'A'.repeat(characters),
})

async function stage(items: readonly SealedItem[]) {
  const sent: ItemStagingRequest[] = []
  const told = await stageItems(items, async (part) => void sent.push(part))
  return { sent, told }
}

test('items that fit are sent with the write itself', async () => {
  const few = Array.from({ length: 80 }, () => item(2_752))
  expect(await stage(few)).toEqual({ sent: [], told: { items: few } })
  expect(await stage([])).toEqual({ sent: [], told: { items: [] } })
})

test('items that do not fit are sent ahead under one id, in bodies that core accepts', async () => {
  const items = Array.from({ length: 5_000 }, () => item(2_752))
  const { sent, told } = await stage(items)
  expect(sent.flatMap((part) => part.items)).toEqual(items)
  const [staging_id, ...others] = new Set(sent.map((part) => part.staging_id))
  expect(others).toEqual([])
  expect(told).toEqual({ items: [], staged: { staging_id, count: 5_000 } })
  for (const part of sent) expect(JSON.stringify(part).length).toBeLessThan(BODY_BYTES)
  // Core allows 60 calls a minute.
  expect(sent.length).toBeLessThan(40)
})

test('no part is empty or too large, and the largest item has room in one', () => {
  const largest = Math.ceil(((64 * 1024 + 16) * 4) / 3)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: largest }), { maxLength: 60 }), (sizes) => {
      const items = sizes.map((size) => item(size))
      const parts = partsOf(items, 200_000)
      expect(parts.flat().map(({ ct }) => ct.length)).toEqual(sizes)
      for (const part of parts) {
        expect(part.length).toBeGreaterThan(0)
        expect(JSON.stringify(part).length).toBeLessThanOrEqual(200_001)
      }
    }),
  )
})
