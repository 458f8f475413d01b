import { beforeAll, expect, test } from 'vitest'
import { type VaultEdits } from './commit.ts'
import { newItemId } from './item.ts'
import { LIMITS } from './limits.ts'
import { etagOf } from './record-hash.ts'
import { SEALED_ITEM, UNLOCK_RECORD, VAULT_SNAPSHOT } from './records.ts'
import {
  afterCommit,
  claim,
  EMAIL,
  NAME,
  open,
  PHONE,
  prepare,
  RELEASED,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'
import { VAULT_COMMIT } from './writes.ts'

const PIN = {
  name: 'App',
  host: 'app.example',
  jkt: '',
  since: '2026-02-03T00:00:00.000Z',
  used: '2026-02-03T00:00:00.000Z',
}

let sample: SampleVault

beforeAll(async () => {
  sample = await vaultWith(EMAIL, NAME)
})

test('after a commit, writer and other devices have the same vault', async () => {
  const later = new Date('2026-02-03T04:05:06.000Z')
  const changes = {
    put: [{ ...EMAIL, value: 'new@example.org' }, PHONE],
    remove: [NAME.id],
    pins: { app: PIN },
  }
  const { commit, next, memory } = await prepare(sample.vault, { ...changes, device: 'Phone', wroteAt: later })
  const snapshot = afterCommit(sample.snapshot, commit)
  const { vault } = await open(snapshot, { memory: sample.vault.memory })
  expect(vault.items).toEqual(next.items)
  expect(vault.items.map(({ name, rev }) => [name, rev])).toEqual([
    ['email', 2],
    ['phone', 1],
  ])
  expect(vault.items[0]?.meta).toEqual({ changed_at: later.toISOString() })
  expect(vault.memory).toEqual(memory)
  expect(vault.rpPins).toEqual({ app: PIN })
  expect(vault.lastChanged).toEqual({ at: later, device: 'Phone' })
})

test('pinned apps stay until they are set again', async () => {
  const known = await write(sample, { pins: { app: PIN, other: PIN } })
  const moved = { ...PIN, host: 'new.example' }
  const { vault } = await write(known, { pins: { app: moved } })
  expect(vault.rpPins).toEqual({ app: moved, other: PIN })
  expect((await write(known, { put: [PHONE] })).vault.rpPins).toEqual({ app: PIN, other: PIN })
})

test('an app id such as `__proto__` is stored as plain data', async () => {
  const set = JSON.parse(`{"__proto__":${JSON.stringify(PIN)},"constructor":${JSON.stringify(PIN)}}`)
  const { vault, snapshot } = await write(sample, { pins: set })
  expect(Object.keys(vault.rpPins)).toEqual(['__proto__', 'constructor'])
  const reopened = await open(snapshot)
  expect(Object.keys(reopened.vault.rpPins)).toEqual(['__proto__', 'constructor'])
})

test('a commit names the generation it was made on', async () => {
  const { etag, commit } = await prepare(sample.vault, {})
  expect(etag).toBe(await etagOf(sample.vault.vaultId, sample.snapshot.head))
  expect(etag).toMatch(/^"2-[\w-]{22}"$/)
  expect(commit.head.gen).toBe(3)
})

test('preparing a commit does not change the open vault', async () => {
  const before = structuredClone(sample.vault.items)
  await prepare(sample.vault, { put: [{ ...EMAIL, value: 'x' }], remove: [NAME.id] })
  expect(sample.vault.items).toEqual(before)
})

test('a commit has the form that the server checks', async () => {
  const { commit } = await prepare(sample.vault, { put: [EMAIL, PHONE], remove: [NAME.id] })
  expect(VAULT_COMMIT.read(JSON.parse(JSON.stringify(commit)))).toEqual(commit)
  const twice = { ...commit, delete: [EMAIL.id] }
  const refusal = expect.objectContaining({ code: 'malformed', message: expect.stringContaining('The commit is') })
  expect(() => VAULT_COMMIT.read(twice)).toThrow(refusal)
})

test.each<[string, unknown]>([
  ['a list of one UUID', [PHONE.id]],
  ['a UUID in capitals', 'ABCDEF00-0000-4000-8000-000000000001'],
  ['nothing', null],
])('a commit cannot remove %s', async (_, id) => {
  const { commit } = await prepare(sample.vault, { remove: [NAME.id] })
  const reading = () => VAULT_COMMIT.read({ ...commit, delete: [id] })
  expect(reading).toThrow(expect.objectContaining({ code: 'malformed' }))
})

test("record forms describe their fields as data for the server's schemas", () => {
  expect(UNLOCK_RECORD).toMatchObject({
    kind: 'object',
    name: 'UnlockRecord',
    fields: {
      v: { kind: 'literal', value: 1 },
      bind: { kind: 'text', maxLength: LIMITS.bindCharacters },
      salt: { kind: 'bytes', length: 32, mayBeEmpty: false },
    },
  })
  expect([SEALED_ITEM.name, VAULT_SNAPSHOT.name]).toEqual(['SealedItem', 'VaultSnapshot'])
})

test.each<[string, Partial<VaultEdits>, string]>([
  ['an item put twice', { put: [EMAIL, EMAIL] }, 'malformed'],
  ['an item put and removed', { put: [EMAIL], remove: [EMAIL.id] }, 'malformed'],
  ['an id that is no UUID', { put: [{ ...EMAIL, id: 'email' }] }, 'malformed'],
  ['half a character in a value', { put: [{ ...EMAIL, value: '\uD800' }] }, 'malformed'],
  ['half a character in the device’s name', { device: '\uD800' }, 'malformed'],
  ['the removal of an item that is not there', { remove: [PHONE.id] }, 'unknown_item'],
  ['an app with a time in another form', { pins: { app: { ...PIN, since: 'now' } } }, 'malformed'],
  ['a huge item', { put: [{ ...EMAIL, value: 'x'.repeat(LIMITS.itemBytes) }] }, 'too_large'],
])('refuses %s', async (_, edits, code) => {
  await expect(prepare(sample.vault, edits)).rejects.toMatchObject({ code })
})

test('a vault holds at most 16 MiB of ciphertext', async () => {
  // Leaves room for the padding and the tag.
  const largest = claim(newItemId(), 'note', 'x'.repeat(LIMITS.itemBytes - 200))
  const count = Math.floor(LIMITS.vaultBytes / (LIMITS.itemBytes + 16))
  const many = (length: number) => Array.from({ length }, () => ({ ...largest, id: newItemId() }))
  const { next } = await prepare(sample.vault, { put: many(count), remove: [EMAIL.id, NAME.id] })
  await expect(prepare(next, { put: many(1) })).rejects.toMatchObject({
    code: 'vault_too_large',
    message: 'The entries of a vault are at most 16 MiB.',
  })
  await expect(prepare(next, { put: many(1), remove: [next.items[0]!.id] })).resolves.toBeDefined()
})

test('a vault holds at most 5,000 items', async () => {
  const many = (count: number) => Array.from({ length: count }, () => claim(newItemId(), 'note', ''))
  await expect(prepare(sample.vault, { put: many(LIMITS.items - 1) })).rejects.toMatchObject({ code: 'too_many_items' })
  const { next } = await prepare(sample.vault, { put: many(LIMITS.items - 2) })
  expect(next.items).toHaveLength(LIMITS.items)
})

test.each<[string, { count: number; bytes: number; code: string }]>([
  ['items', { count: LIMITS.items + 3, bytes: 100, code: 'too_many_items' }],
  ['bytes', { count: 3, bytes: LIMITS.vaultBytes, code: 'vault_too_large' }],
])('a vault with more %s than a lowered limit may shrink but not grow', async (_, { count, bytes, code }) => {
  const { vault } = sample
  const some = Object.values(vault.internal.listed)[0]!
  const old = Array.from({ length: count }, () => newItemId())
  const listed = Object.fromEntries(old.map((id) => [id, { ...some, bytes }]))
  const oversized = { ...vault, items: [], internal: { ...vault.internal, listed } }
  const change = (edits: Partial<VaultEdits>) => prepare(oversized, edits)
  await expect(change({ remove: old.slice(0, 1) })).resolves.toBeDefined()
  await expect(change({ activity: [RELEASED] })).resolves.toBeDefined()
  await expect(change({ put: [PHONE], remove: old.slice(0, 1) })).resolves.toBeDefined()
  await expect(change({ put: [PHONE] })).rejects.toMatchObject({ code })
})
