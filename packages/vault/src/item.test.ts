import { beforeAll, expect, test } from 'vitest'
import { type Bytes, randomBytes } from './bytes.ts'
import { decodePlainItem, openItem, sealItem } from './item.ts'
import { encodePaddedJson } from './padding.ts'

// Opens items without the head's list, to test each envelope alone.
import { SEALED_ITEM, type SealedItem } from './records.ts'
import { EMAIL, NAME, type SampleVault, vaultWith, write } from './testing/sample-vault.ts'

let sample: SampleVault
let items: [SealedItem, SealedItem]
let older: SealedItem
let foreign: SampleVault

beforeAll(async () => {
  const first = await vaultWith(EMAIL, NAME)
  older = first.snapshot.items[0]!
  sample = await write(first, { put: [{ ...EMAIL, value: 'new@example.org' }] })
  items = [sample.snapshot.items[0]!, sample.snapshot.items[1]!]
  foreign = await vaultWith(EMAIL)
})

function open(item: SealedItem, { vault } = sample) {
  return openItem(item, { vaultId: vault.vaultId, key: vault.internal.keys.items })
}

test('an item opens under its own id, revision and vault', async () => {
  await expect(open(items[0])).resolves.toMatchObject({ id: EMAIL.id, rev: 2, value: 'new@example.org' })
})

test.each<[string, () => Promise<unknown>]>([
  ['under another id', () => open({ ...items[0], id: NAME.id })],
  ['under another revision', () => open({ ...items[0], rev: 3 })],
  ['of another account key', () => open({ ...items[0], ak_gen: 2 })],
  ['with the content of another', () => open({ ...items[0], n: items[1].n, ct: items[1].ct })],
  ['with the wrapped key of another', () => open({ ...items[0], wk: items[1].wk })],
  ['with key and content of another', () => open({ ...items[1], id: items[0].id, rev: items[0].rev })],
  ['with its own older content', () => open({ ...items[0], n: older.n, ct: older.ct })],
  ['rolled back under the present revision', () => open({ ...older, rev: items[0].rev })],
  ['in another vault', () => open(items[0], foreign)],
  [
    'in a vault with another id',
    () => open(items[0], { ...sample, vault: { ...sample.vault, vaultId: foreign.vault.vaultId } }),
  ],
])('an item %s does not open', async (_, opening) => {
  await expect(opening()).rejects.toMatchObject({ code: 'tampered' })
})

test('every write has a fresh key and fresh nonces', async () => {
  const again = await write(sample, { put: [EMAIL, NAME] })
  const all = [older, ...items, ...again.snapshot.items]
  expect(new Set(all.flatMap(({ wk, n, ct }) => [wk.n, wk.ct, n, ct])).size).toBe(all.length * 4)
})

test("the bytes of an item's content key are wiped after import", async () => {
  const drawn: Bytes[] = []
  const random = (length: number) => {
    const bytes = randomBytes(length)
    drawn.push(bytes)
    return bytes
  }
  const { vaultId, internal } = sample.vault
  const sealed = await sealItem({ ...EMAIL, rev: 3 }, { vaultId, key: internal.keys.items, akGen: 1, random })
  expect(drawn.filter(({ length }) => length === 32)).toEqual([new Uint8Array(32)])
  await expect(open(sealed)).resolves.toEqual({ ...EMAIL, rev: 3 })
})

test('an item with a newer plaintext version is refused', () => {
  const { kind, name, value, meta } = EMAIL
  const decode = (sv: number) =>
    decodePlainItem(encodePaddedJson({ sv, kind, name, value, meta }), { ...EMAIL, rev: 1 })
  expect(decode(1)).toEqual({ ...EMAIL, rev: 1 })
  expect(() => decode(2)).toThrow(expect.objectContaining({ code: 'unsupported' }))
})

test('an item with a malformed wrapped key is refused by name', () => {
  const refusal = expect.objectContaining({
    code: 'malformed',
    message: expect.stringContaining('The encrypted item is'),
  })
  expect(() => SEALED_ITEM.read({ ...items[0], wk: { n: items[0].wk.n } })).toThrow(refusal)
})
