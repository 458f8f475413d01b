import { beforeAll, expect, test } from 'vitest'
import { reopenFromChanges, reopenVault } from './open-vault.ts'
import {
  afterCommit,
  EMAIL,
  NAME,
  PHONE,
  prepare,
  renew,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'

let sample: SampleVault
let newer: SampleVault
let rotated: SampleVault

beforeAll(async () => {
  sample = await write(await vaultWith(EMAIL), { put: [NAME] })
  newer = await write(sample, { put: [PHONE], device: 'Phone' })
  rotated = await renew(newer)
})

test("another device's write reopens without a root and is checked against the open vault", async () => {
  const vault = await reopenVault(sample.vault, JSON.parse(JSON.stringify(newer.snapshot)))
  expect(vault).toMatchObject({ items: newer.vault.items, continuity: 'verified', memory: newer.vault.memory })
  const { commit } = await prepare(vault, { remove: [EMAIL.id] })
  await expect(reopenVault(vault, afterCommit(newer.snapshot, commit))).resolves.toBeDefined()
})

test.each<[string, () => Promise<unknown>, string]>([
  ['an older vault', () => reopenVault(newer.vault, sample.snapshot), 'rollback'],
  ['the vault from before the key was renewed', () => reopenVault(rotated.vault, newer.snapshot), 'rollback'],
  [
    'another history',
    async () => reopenVault(newer.vault, (await write(sample, { put: [], device: 'Tablet' })).snapshot),
    'fork',
  ],
  ['a vault under a renewed key', () => reopenVault(newer.vault, rotated.snapshot), 'key_rotated'],
  [
    'a head that only says that the key was renewed',
    () => reopenVault(rotated.vault, { ...rotated.snapshot, head: { ...rotated.snapshot.head, ak_gen: 3 } }),
    'key_rotated',
  ],
  ['an item missing', () => reopenVault(sample.vault, { ...newer.snapshot, items: [] }), 'incomplete'],
  ['another vault', async () => reopenVault(sample.vault, (await vaultWith(EMAIL)).snapshot), 'tampered'],
  ['no vault', () => reopenVault(sample.vault, {}), 'malformed'],
])('%s is refused', async (_, open, code) => {
  await expect(open()).rejects.toMatchObject({ code })
})

const changesSince = ({ items, ...snapshot }: SampleVault['snapshot'] = newer.snapshot) => ({
  ...snapshot,
  items: items.filter(({ id, rev }) => sample.snapshot.items.every((item) => item.id !== id || item.rev !== rev)),
  since: sample.vault.memory.gen,
  removed: sample.snapshot.items.map(({ id }) => id).filter((id) => items.every((item) => item.id !== id)),
})

test('changes alone update the open vault: added, changed and removed items', async () => {
  const changed = await write(newer, { put: [{ ...EMAIL, value: 'new@example.org' }], remove: [NAME.id] })
  const changes = changesSince(changed.snapshot)
  expect([changes.items.length, changes.removed]).toEqual([2, [NAME.id]])
  const vault = await reopenFromChanges(sample.vault, JSON.parse(JSON.stringify(changes)))
  expect(vault).toMatchObject({ continuity: 'verified', memory: changed.vault.memory })
  expect(new Set(vault.items)).toEqual(new Set(changed.vault.items))
  expect(vault.internal.listed).toEqual(changed.vault.internal.listed)
  const again = await write(changed, { remove: [EMAIL.id] })
  const nothing = { ...again.snapshot, items: [], since: vault.memory.gen, removed: [EMAIL.id] }
  await expect(reopenFromChanges(vault, nothing)).resolves.toMatchObject({ items: [{ name: 'phone' }] })
})

type Changes = ReturnType<typeof changesSince>

test.each<[string, (changes: Changes) => unknown, string]>([
  ['a change left out', (changes) => ({ ...changes, items: [] }), 'incomplete'],
  ['a change twice', (changes) => ({ ...changes, items: [...changes.items, ...changes.items] }), 'incomplete'],
  ['a removal that never was', (changes) => ({ ...changes, removed: [EMAIL.id] }), 'incomplete'],
  [
    'an older item again under another id',
    (changes) => ({ ...changes, items: [...changes.items, { ...sample.snapshot.items[0], id: crypto.randomUUID() }] }),
    'incomplete',
  ],
  ['changes since another generation', (changes) => ({ ...changes, since: changes.since - 1 }), 'malformed'],
  ['the head from before', (changes) => ({ ...changes, head: sample.snapshot.head }), 'incomplete'],
  ['an unlock record left out', (changes) => ({ ...changes, unlock: changes.unlock.slice(1) }), 'missing_unlock'],
  ['one more field', (changes) => ({ ...changes, more: 1 }), 'malformed'],
  ['no list of removals', (changes) => ({ ...changes, removed: undefined }), 'malformed'],
  ['a renewed key', (changes) => ({ ...changes, head: rotated.snapshot.head }), 'key_rotated'],
])('%s is refused', async (_, damage, code) => {
  await expect(reopenFromChanges(sample.vault, damage(changesSince()))).rejects.toMatchObject({ code })
})

test('changes that lead to an older or forked vault are refused', async () => {
  const older = { ...sample.snapshot, items: [], since: newer.vault.memory.gen, removed: [PHONE.id] }
  await expect(reopenFromChanges(newer.vault, older)).rejects.toMatchObject({ code: 'rollback' })
  const { snapshot } = await write(sample, { remove: [NAME.id], device: 'Tablet' })
  const other = { ...snapshot, items: [], since: newer.vault.memory.gen, removed: [NAME.id, PHONE.id] }
  await expect(reopenFromChanges(newer.vault, other)).rejects.toMatchObject({ code: 'fork' })
})
