import { beforeAll, expect, test } from 'vitest'
import { sealBytes } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import { randomBytes } from './bytes.ts'
import { LABEL } from './labels.ts'
import { lp } from './lp.ts'
import { encodePaddedJson } from './padding.ts'
import { checkReceipt, type Receipt, receiptOf } from './receipt.ts'
import { EMAIL, EVENTS, prepare, RELEASED, type SampleVault, vaultWith, write } from './testing/sample-vault.ts'

let sample: SampleVault
let foreign: SampleVault
let receipt: Receipt

beforeAll(async () => {
  sample = await write(await vaultWith(EMAIL), { activity: EVENTS })
  foreign = await write(await vaultWith(EMAIL), { activity: EVENTS })
  receipt = await receiptOf(sample.vault, sample.log[0]!)
})

test('a receipt shows the release, and its owner can check it later', async () => {
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

test('a file of another format is refused by name as a receipt', async () => {
  await expect(checkReceipt(sample.vault, { ...receipt, v: 2 })).rejects.toThrow('The receipt is not in the form')
})

test('a receipt with a newer event type is refused as unsupported, not as forged', async () => {
  const { vaultId, internal } = sample.vault
  const aad = lp(LABEL.activity, 1, fromBase64url(vaultId), 1, 1, new Uint8Array(0))
  const newer = encodePaddedJson({ sv: 2, ...RELEASED })
  const sealed = await sealBytes(internal.keys.activity, newer, { aad, random: randomBytes })
  await expect(receiptOf(sample.vault, { ...receipt.entry, ...sealed })).rejects.toMatchObject({ code: 'unsupported' })
})

test('another user cannot check a receipt', async () => {
  await expect(checkReceipt(foreign.vault, receipt)).rejects.toMatchObject({ code: 'tampered' })
})

test('a log entry that the server never accepted gives no receipt', async () => {
  const { commit } = await prepare(sample.vault, { activity: [RELEASED] })
  await expect(receiptOf(sample.vault, commit.activity[0]!)).rejects.toMatchObject({ code: 'tampered' })
})
