import { beforeAll, expect, test } from 'vitest'
import { openHead } from './head.ts'
import { openItem } from './item.ts'
import { mergeEdits } from './merge.ts'
import { readActivity } from './read-activity.ts'
import { checkReceipt, receiptOf } from './receipt.ts'
import { type PreparedRotation, type RotationRequest } from './rotate.ts'
import {
  AUTHOR,
  afterCommit,
  afterRotation,
  EMAIL,
  EVENTS,
  NAME,
  open,
  PASSKEY,
  PASSWORD,
  prepare,
  prepareRenewal,
  RECOVERY,
  RELEASED,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'
import type { UnlockMethod } from './unlock-method.ts'
import { VAULT_ROTATION } from './writes.ts'

const ROTATED = { type: 'account_key_rotated', at: '2026-01-03T03:04:05.000Z', device: 'Laptop' } as const
const NEW_RECOVERY: UnlockMethod = { ...RECOVERY, root: new Uint8Array(32).fill(8) }

let old: SampleVault
let rotated: SampleVault
let prepared: PreparedRotation

function rotate(sample: SampleVault, request: Partial<RotationRequest> = {}) {
  return prepareRenewal(sample, { methods: [PASSWORD, NEW_RECOVERY], activity: [ROTATED], ...request })
}

beforeAll(async () => {
  const first = await vaultWith(EMAIL, NAME)
  old = await write(first, { put: [{ ...EMAIL, value: 'new@example.org' }], activity: EVENTS.slice(0, 3) })
  prepared = await rotate(old)
  rotated = afterRotation(old, prepared)
})

function openAfter({ snapshot }: Pick<SampleVault, 'snapshot'>, method?: UnlockMethod) {
  return open(snapshot, { ...(method && { method }), memory: old.vault.memory })
}

test('a rotated vault keeps its items and history and opens with the new methods', async () => {
  const { vault, memory } = await openAfter(rotated)
  expect(vault).toMatchObject({ items: old.vault.items, continuity: 'verified', rpPins: old.vault.rpPins })
  expect(memory).toEqual(prepared.memory)
  await expect(openAfter(rotated, NEW_RECOVERY)).resolves.toBeDefined()
  await expect(openAfter(rotated, RECOVERY)).rejects.toMatchObject({ code: 'wrong_key' })
  await expect(openAfter(rotated, PASSKEY)).rejects.toMatchObject({ code: 'no_unlock' })
})

test('the old account key opens no part of the rotated vault', async () => {
  const { vaultId, internal } = old.vault
  const { head, items, activity } = prepared.rotation
  const key = internal.keys.items
  const attempts = [
    openHead(head, { vaultId, key: internal.keys.head }),
    openHead({ ...head, ak_gen: 1 }, { vaultId, key: internal.keys.head }),
    ...items.map((item) => openItem(item, { vaultId, key })),
    ...items.map((item) => openItem({ ...item, ak_gen: 1 }, { vaultId, key })),
  ]
  const codes = (await Promise.allSettled(attempts)).map((result) => 'reason' in result && result.reason.code)
  expect(new Set(codes)).toEqual(new Set(['tampered']))
  const stale = { ...old.vault, internal: { ...internal, body: rotated.vault.internal.body } }
  await expect(readActivity(stale, activity)).rejects.toMatchObject({ code: 'tampered' })
})

test('a rotation reuses no ciphertext, content key or unlock record', () => {
  const { items, unlock } = prepared.rotation
  const before = JSON.stringify([old.snapshot.items, old.snapshot.unlock])
  const values = [
    ...items.flatMap(({ wk, n, ct }) => [wk.n, wk.ct, n, ct]),
    ...unlock.flatMap(({ id, ct }) => [id, ct]),
  ]
  expect(values.filter((value) => before.includes(value))).toEqual([])
})

test('an old unlock record does not bring the old key back', async () => {
  const snapshot = { ...rotated.snapshot, unlock: old.snapshot.unlock }
  await expect(openAfter({ ...rotated, snapshot })).rejects.toMatchObject({ code: 'tampered' })
})

test('the log reads across rotations, and old receipts stay valid', async () => {
  const receipt = await receiptOf(old.vault, old.log[0]!)
  const again = afterRotation(rotated, await rotate(rotated))
  const last = await write(again, { activity: [EVENTS[8]!] })
  const { vault } = await openAfter(last)
  const { events } = await readActivity(vault, last.log.toReversed())
  expect(events.map(({ event }) => event.type)).toEqual([
    'exported',
    'account_key_rotated',
    'account_key_rotated',
    'method_added',
    'not_released',
    'released',
  ])
  expect(events.map(({ entry }) => entry.ak_gen)).toEqual([3, 3, 2, 1, 1, 1])
  await expect(checkReceipt(vault, receipt)).resolves.toEqual(RELEASED)
})

test('a rotation without new log entries keeps no further activity key', async () => {
  const empty = await vaultWith(EMAIL)
  const once = afterRotation(empty, await rotate(empty, { activity: [] }))
  expect(once.vault.internal.body.activity.past).toEqual([])
  const first = await write(once, { activity: [RELEASED] })
  const twice = afterRotation(first, await rotate(first, { activity: [] }))
  const thrice = afterRotation(twice, await rotate(twice, { activity: [] }))
  expect(thrice.vault.internal.body.activity.past.map(({ until }) => until)).toEqual([1])
  await expect(readActivity(thrice.vault, thrice.log)).resolves.toMatchObject({ events: [{ event: RELEASED }] })
})

test('edits made before a rotation merge into the rotated vault', async () => {
  const edits = { put: [{ ...NAME, value: 'Ann Other' }], remove: [], ...AUTHOR }
  const { vault } = await openAfter(rotated)
  const merged = mergeEdits({ base: old.vault.items, edits, theirs: vault.items })
  expect(merged.put).toEqual(edits.put)
  const { commit } = await prepare(vault, merged)
  const after = await openAfter({ ...rotated, snapshot: afterCommit(rotated.snapshot, commit) })
  expect(after.vault.items.map(({ value }) => value)).toEqual(['new@example.org', 'Ann Other'])
})

test('a rotation has the form that the server checks', () => {
  expect(VAULT_ROTATION.read(JSON.parse(JSON.stringify(prepared.rotation)))).toEqual(prepared.rotation)
})

test.each<[string, () => object]>([
  ['an item of the old key', () => ({ items: old.snapshot.items })],
  ['an unlock record of the old key', () => ({ unlock: old.snapshot.unlock })],
  ['a log entry of the old key', () => ({ activity: old.log })],
  ['an item twice', () => ({ items: [prepared.rotation.items[0], prepared.rotation.items[0]] })],
  [
    'an unlock record of another vault',
    () => {
      const [password, recovery] = prepared.rotation.unlock
      return { unlock: [password, { ...recovery, vault_id: 'A'.repeat(22) }] }
    },
  ],
  ['one method', () => ({ unlock: prepared.rotation.unlock.slice(1) })],
  ['no recovery key', () => ({ unlock: [prepared.rotation.unlock[0], prepared.rotation.unlock[0]] })],
  ['one more field', () => ({ put: [] })],
])('a rotation with %s is malformed', (_, changes) => {
  const reading = () => VAULT_ROTATION.read({ ...prepared.rotation, ...changes() })
  expect(reading).toThrow(expect.objectContaining({ code: 'malformed' }))
})

test.each<[string, () => Partial<RotationRequest>, string]>([
  ['without a recovery key', () => ({ methods: [PASSWORD, PASSKEY] }), 'malformed'],
  ['with two passwords', () => ({ methods: [PASSWORD, PASSWORD, NEW_RECOVERY] }), 'malformed'],
  ['with a recovery key alone', () => ({ methods: [NEW_RECOVERY] }), 'malformed'],
  [
    'without the right root',
    () => ({ using: { record: old.snapshot.unlock[0]!, method: { ...PASSWORD, root: new Uint8Array(64).fill(9) } } }),
    'wrong_key',
  ],
  [
    'with a record that is not in use',
    () => ({ using: { record: { ...old.snapshot.unlock[0]!, ak_gen: 2 }, method: PASSWORD } }),
    'unlisted_unlock',
  ],
])('a rotation %s is refused', async (_, request, code) => {
  await expect(rotate(old, request())).rejects.toMatchObject({ code })
})
