import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { exportPlain, exportSealed, openSealedExport, planImport, readPlainExport } from './export.ts'
import type { ItemDraft } from './item.ts'
import { LIMITS } from './limits.ts'
import { readableItems } from './readable-items.ts'
import { deriveRecovery, type RecoveryKey } from './recovery-key.ts'
import {
  AUTHOR,
  claim,
  EMAIL,
  emptyVault,
  NAME,
  PASSWORD,
  PHONE,
  RECOVERY,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'

const RECOVERY_KEY = new Uint8Array(20).fill(5) as RecoveryKey

let old: SampleVault
let sample: SampleVault

beforeAll(async () => {
  const { root } = await deriveRecovery(RECOVERY_KEY)
  old = await write(await emptyVault([PASSWORD, { type: 'recovery', root }]), { put: [EMAIL, NAME] })
  sample = await write(old, { put: [{ ...EMAIL, value: 'new@example.org' }] })
})

const contentOf = ({ kind, name, value }: ItemDraft) => ({ kind, name, value })
const text = fc.string({ unit: 'binary', maxLength: 40 })
const draft = fc.record({ kind: text, name: text, value: text, meta: fc.dictionary(text, text, { maxKeys: 3 }) })

test('a plain export is read back unchanged, under new ids', () => {
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 10 }), (drafts) => {
      const items = drafts.map((content, index) => ({ id: `id ${index}`, ...content }))
      const read = readPlainExport(exportPlain({ items }))
      expect(read).toEqual(items.map((item, index) => ({ ...item, id: read[index]!.id })))
      expect(new Set(read.map(({ id }) => id)).size).toBe(items.length)
    }),
  )
})

test('a plain export contains no ids and no keys', () => {
  const { items, ...rest } = JSON.parse(exportPlain(sample.vault))
  expect(rest).toEqual({ format: 'countersign-vault', v: 1 })
  expect(items.map((item: object) => Object.keys(item))).toEqual([
    ['kind', 'name', 'value', 'meta'],
    ['kind', 'name', 'value', 'meta'],
  ])
})

const file = (changes: object) => JSON.stringify({ format: 'countersign-vault', v: 1, items: [], ...changes })
const entry = { kind: 'claim', name: 'email', value: 'ann@example.org', meta: {} }

test.each<[string, string, string, string]>([
  ['no JSON', 'email: ann@example.org', 'malformed', 'damaged'],
  ['half a file', file({}).slice(0, -3), 'malformed', 'damaged'],
  ['another JSON file', '{"items":[]}', 'malformed', 'not the export of a vault'],
  ['a sealed export', file({ format: 'countersign-sealed-vault' }), 'malformed', 'not the export of a vault'],
  ['a newer version', file({ v: 2 }), 'unsupported', 'Update the app'],
  ['one more field', file({ note: '' }), 'malformed', 'file'],
  ['an entry without a value', file({ items: [entry, { ...entry, value: undefined }] }), 'malformed', 'entry 2'],
  ['a number as a value', file({ items: [{ ...entry, value: 1 }] }), 'malformed', 'entry 1'],
  ['an entry with an id', file({ items: [{ ...entry, id: EMAIL.id }] }), 'malformed', 'entry 1'],
  ['an entry that is too large', file({ items: [{ ...entry, value: 'x'.repeat(LIMITS.itemBytes) }] }), 'too_large', ''],
  ['too many entries', file({ items: Array.from({ length: LIMITS.items + 1 }, () => entry) }), 'too_large', ''],
])('a file with %s is refused with a reason', (_, content, code, message) => {
  const refusal = expect.objectContaining({ code, message: expect.stringContaining(message) })
  expect(() => readPlainExport(content)).toThrow(refusal)
})

test('an import adds missing entries once and replaces nothing', () => {
  const present = [EMAIL, NAME]
  const other = claim(EMAIL.id, 'email', 'other@example.org')
  const { put, alreadyThere } = planImport(present, [{ ...EMAIL, id: PHONE.id }, other, PHONE, PHONE])
  expect(put.map(contentOf)).toEqual([other, PHONE].map(contentOf))
  expect(put.some(({ id }) => [EMAIL.id, NAME.id, PHONE.id].includes(id))).toBe(false)
  expect(alreadyThere).toBe(2)
})

test('an import twice adds nothing the second time', () => {
  fc.assert(
    fc.property(fc.array(draft), fc.array(draft), (left, right) => {
      const withId = (content: Omit<ItemDraft, 'id'>, index: number) => ({ id: `id ${index}`, ...content })
      const [present, drafts] = [left.map(withId), right.map(withId)]
      const { put } = planImport(present, drafts)
      expect(planImport([...present, ...put], drafts)).toEqual({ put: [], alreadyThere: drafts.length })
    }),
  )
})

test('a sealed export opens with the recovery key alone', async () => {
  const sealed = exportSealed(sample.snapshot)
  const opened = await openSealedExport(sealed, RECOVERY_KEY)
  expect(opened).toEqual({ items: sample.vault.items, wroteAt: AUTHOR.wroteAt })
  expect(sealed).not.toContain('new@example.org')
  expect(JSON.parse(sealed)).toMatchObject({ format: 'countersign-sealed-vault', v: 1 })
})

test('importing a sealed export of the same vault adds nothing', async () => {
  const { items } = await openSealedExport(exportSealed(sample.snapshot), RECOVERY_KEY)
  expect(planImport(sample.vault.items, items)).toEqual({ put: [], alreadyThere: 2 })
})

test.each<[string, () => Promise<unknown>, string]>([
  [
    'with another recovery key',
    () => openSealedExport(exportSealed(sample.snapshot), new Uint8Array(20).fill(6) as RecoveryKey),
    'wrong_key',
  ],
  [
    'with an item missing',
    () => openSealedExport(exportSealed({ ...sample.snapshot, items: [] }), RECOVERY_KEY),
    'incomplete',
  ],
  ['that is a plain one', () => openSealedExport(exportPlain(sample.vault), RECOVERY_KEY), 'malformed'],
])('a sealed export %s is refused', async (_, open, code) => {
  await expect(open()).rejects.toMatchObject({ code })
})

const [email, name] = ['new@example.org', 'Ann Example']

test.each<[string, () => object, string[]]>([
  ['a whole vault', () => sample.snapshot, [email, name]],
  ['a vault from the past', () => old.snapshot, ['ann@example.org', name]],
  ['a vault with an item missing', () => ({ ...sample.snapshot, items: sample.snapshot.items.slice(1) }), [name]],
  [
    'a vault with an item from the past',
    () => ({ ...sample.snapshot, items: [old.snapshot.items[0], sample.snapshot.items[1]] }),
    ['ann@example.org', name],
  ],
  [
    'a vault with a damaged item',
    () => ({ ...sample.snapshot, items: [{ ...sample.snapshot.items[0]!, rev: 9 }, sample.snapshot.items[1]] }),
    [name],
  ],
  [
    'a vault with something that is no item',
    () => ({ ...sample.snapshot, items: [null, sample.snapshot.items[1]] }),
    [name],
  ],
  [
    'a vault with something that is no unlock record',
    () => ({ ...sample.snapshot, unlock: [null, ...sample.snapshot.unlock] }),
    [email, name],
  ],
  ['a vault without a head', () => ({ ...sample.snapshot, head: undefined }), [email, name]],
  ['a vault without items', () => ({ ...sample.snapshot, items: undefined }), []],
])('of %s, readable items can be saved but are not trusted', async (_, snapshot, values) => {
  const found = await readableItems(snapshot(), PASSWORD)
  expect(found.map(({ untrusted }) => untrusted.value)).toEqual(values)
  const saved = exportPlain({ items: found.map(({ untrusted }) => untrusted) })
  expect(readPlainExport(saved).map(({ value }) => value)).toEqual(values)
})

test('unlock records beyond the limit are ignored', async () => {
  const none = Array.from({ length: LIMITS.unlockMethods }, () => null)
  const beyond = { ...sample.snapshot, unlock: [...none, ...sample.snapshot.unlock] }
  await expect(readableItems(beyond, PASSWORD)).rejects.toMatchObject({ code: 'no_unlock' })
  const last = { ...sample.snapshot, unlock: [...none.slice(1), ...sample.snapshot.unlock] }
  await expect(readableItems(last, PASSWORD)).resolves.toHaveLength(2)
})

test('without a root, no item of a vault is readable', async () => {
  await expect(readableItems(sample.snapshot, RECOVERY)).rejects.toMatchObject({ code: 'wrong_key' })
})

test('items of a vault forged by the server are not readable', async () => {
  const forged = await vaultWith(PHONE)
  const snapshot = { ...sample.snapshot, items: forged.snapshot.items }
  expect(await readableItems(snapshot, PASSWORD)).toEqual([])
})

test('an unlock record of another vault, put before its own, hides no readable item', async () => {
  const forged = await vaultWith(PHONE)
  const snapshot = { ...sample.snapshot, unlock: [...forged.snapshot.unlock, ...sample.snapshot.unlock] }
  expect(await readableItems(snapshot, PASSWORD)).toHaveLength(2)
})
