import { beforeAll, expect, test } from 'vitest'
import { boundChain } from './activity-chain.ts'
import { LIMITS } from './limits.ts'
import { readActivity } from './read-activity.ts'
import { checkReceipt, receiptOf } from './receipt.ts'
import { EMAIL, open, RELEASED, renew, type SampleVault, vaultWith, write } from './testing/sample-vault.ts'

const EXPORTED = { type: 'exported', at: RELEASED.at, device: RELEASED.device } as const
const HASH = 'A'.repeat(43)

test('a log keeps its newest 10,000 entries, and the keys of those', () => {
  const past = [5, 7, LIMITS.activity].map((until) => ({ until, key: HASH }))
  const full = { from: 1, seq: LIMITS.activity, h: HASH, past }
  expect(boundChain(full)).toEqual(full)
  expect(boundChain({ ...full, seq: LIMITS.activity + 4 })).toEqual({ ...full, from: 5, seq: LIMITS.activity + 4 })
  const [, ...later] = past
  expect(boundChain({ ...full, seq: LIMITS.activity + 6 })).toMatchObject({ from: 7, past: later })
})

test('writing to a full log drops its oldest entries', async () => {
  const sample = await vaultWith(EMAIL)
  const { internal } = sample.vault
  const activity = { from: 1, seq: LIMITS.activity, h: HASH, past: [] }
  const vault = { ...sample.vault, internal: { ...internal, body: { ...internal.body, activity } } }
  const full = await write({ ...sample, vault }, { activity: [RELEASED, EXPORTED] })
  expect((await open(full.snapshot)).vault.internal.body.activity).toMatchObject({ from: 3, seq: LIMITS.activity + 2 })
})

/** A vault rotated more often than the limit of past keys, with an entry under each key. */
let renewed: SampleVault
let first: SampleVault

beforeAll(async () => {
  first = await write(await vaultWith(EMAIL), { activity: [RELEASED] })
  renewed = first
  for (let count = 0; count <= LIMITS.pastActivityKeys; count += 1)
    renewed = await renew(renewed, { activity: [EXPORTED] })
})

test('a vault with many earlier account keys can be written', async () => {
  const { activity } = renewed.vault.internal.body
  expect([activity.past.length, activity.from]).toEqual([LIMITS.pastActivityKeys, 2])
  const { vault } = await open((await write(renewed, { activity: [EXPORTED] })).snapshot)
  expect(vault.internal.body.activity).toMatchObject({ from: 2, seq: LIMITS.pastActivityKeys + 3 })
})

test('a log is read back to the oldest entry whose key the vault still has', async () => {
  const { vault } = await open(renewed.snapshot)
  const log = renewed.log.toReversed()
  const page = log.slice(0, LIMITS.activityPerPage)
  const { events, next } = await readActivity(vault, page)
  expect(events).toHaveLength(LIMITS.pastActivityKeys)
  const rest = await readActivity(vault, log.slice(events.length), next)
  expect(rest).toMatchObject({ events: [{ seq: 2 }], next: undefined })
  expect(await readActivity(vault, log.slice(events.length, -1), next)).toEqual(rest)
  await expect(readActivity(vault, [], next)).rejects.toMatchObject({ code: 'activity_broken' })
  expect(await readActivity(vault, [], { seq: 1, h: HASH })).toEqual({ events: [], next: undefined })
})

test('a receipt older than its log is refused as too old, not as forged', async () => {
  const { vault } = await open(renewed.snapshot)
  const oldest = await receiptOf(first.vault, first.log[0]!)
  await expect(checkReceipt(vault, oldest)).rejects.toMatchObject({ code: 'receipt_too_old' })
  const forged = { ...oldest, vault_id: HASH.slice(0, 22) }
  await expect(checkReceipt(vault, forged)).rejects.toMatchObject({ code: 'tampered' })
})
