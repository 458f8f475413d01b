import { beforeAll, expect, test } from 'vitest'
import { prepareCommit } from './commit.ts'
import { checkReceipt, type Receipt, receiptOf } from './receipt.ts'
import { AUTHOR, EMAIL, EVENTS, RELEASED, type SampleVault, vaultWith, write } from './testing/sample-vault.ts'

let sample: SampleVault
let foreign: SampleVault
let receipt: Receipt

beforeAll(async () => {
  sample = await write(await vaultWith(EMAIL), { activity: EVENTS })
  foreign = await write(await vaultWith(EMAIL), { activity: EVENTS })
  receipt = await receiptOf(sample.vault, sample.log[0]!)
})

test('a receipt says what was released, and its owner can check it later from a file', async () => {
  expect(receipt).toMatchObject({ format: 'countersign-receipt', v: 1, event: RELEASED })
  const later = await write(sample, { activity: [EVENTS[4]!] })
  await expect(checkReceipt(later.vault, JSON.parse(JSON.stringify(receipt)))).resolves.toEqual(RELEASED)
})

test.each<[string, () => object, string]>([
  ['whose text was changed', () => ({ event: { ...RELEASED, claims: [] } }), 'tampered'],
  ['with the record of another event', () => ({ entry: sample.log[1] }), 'tampered'],
  ['with a record of another vault', () => ({ entry: foreign.log[0] }), 'tampered'],
  ['that names another vault', () => ({ vault_id: foreign.vault.vaultId }), 'tampered'],
  ['with another number', () => ({ entry: { ...receipt.entry, seq: 2, prev: sample.log[1]!.prev } }), 'tampered'],
  ['with one more field', () => ({ note: 'paid' }), 'malformed'],
  ['of another format', () => ({ format: 'countersign-vault' }), 'malformed'],
  ['of another version', () => ({ v: 2 }), 'malformed'],
])('a receipt %s is refused', async (_, changes, code) => {
  await expect(checkReceipt(sample.vault, { ...receipt, ...changes() })).rejects.toMatchObject({ code })
})

test('another person cannot check it', async () => {
  await expect(checkReceipt(foreign.vault, receipt)).rejects.toMatchObject({ code: 'tampered' })
})

test('an entry that was prepared and never accepted makes no receipt', async () => {
  const { commit } = await prepareCommit(sample.vault, { put: [], remove: [], activity: [RELEASED], ...AUTHOR })
  await expect(receiptOf(sample.vault, commit.activity[0]!)).rejects.toMatchObject({ code: 'tampered' })
})
