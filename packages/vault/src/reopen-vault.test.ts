import { beforeAll, expect, test } from 'vitest'
import { prepareCommit } from './commit.ts'
import { hasWrite } from './has-write.ts'
import { reopenVault } from './reopen-vault.ts'
import { prepareRotation } from './rotate.ts'
import {
  AUTHOR,
  afterCommit,
  afterRotation,
  EMAIL,
  NAME,
  PASSWORD,
  PHONE,
  RECOVERY,
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
  const using = { record: sample.snapshot.unlock[0]!, method: PASSWORD }
  rotated = afterRotation(
    newer,
    await prepareRotation(newer.vault, { methods: [PASSWORD, RECOVERY], using, ...AUTHOR }),
  )
})

test('what another device wrote is opened without a root, and checked against what was open', async () => {
  const vault = await reopenVault(sample.vault, JSON.parse(JSON.stringify(newer.snapshot)))
  expect(vault).toMatchObject({ items: newer.vault.items, continuity: 'verified', memory: newer.vault.memory })
  const { commit } = await prepareCommit(vault, { put: [], remove: [EMAIL.id], ...AUTHOR })
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

test('a write whose answer got lost is recognised, so that nothing is logged twice', async () => {
  const edits = { put: [PHONE], remove: [], ...AUTHOR }
  const arrived = await prepareCommit(sample.vault, edits)
  const lost = await prepareCommit(sample.vault, edits)
  const { vault } = await write({ ...sample, vault: arrived.next }, { put: [] })
  expect([hasWrite(arrived.next, arrived.memory), hasWrite(vault, arrived.memory)]).toEqual([true, true])
  expect([hasWrite(sample.vault, lost.memory), hasWrite(vault, lost.memory)]).toEqual([false, false])
})
