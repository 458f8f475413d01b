import { beforeAll, expect, test } from 'vitest'
import { openVault } from './open-vault.ts'
import {
  AUTHOR,
  EMAIL,
  emptyVault,
  NAME,
  open,
  PASSKEY,
  PASSWORD,
  PHONE,
  RECOVERY,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'
import type { UnlockMethod } from './unlock-method.ts'

let old: SampleVault
let current: SampleVault
let foreign: SampleVault

beforeAll(async () => {
  old = await vaultWith(EMAIL, NAME)
  current = await write(old, { put: [{ ...EMAIL, value: 'new@example.org' }] })
  foreign = await vaultWith(EMAIL, NAME)
})

test.each([
  ['the password', PASSWORD],
  ['the recovery key', RECOVERY],
])('%s opens the vault', async (_, method) => {
  const { vault, memory } = await open(JSON.parse(JSON.stringify(current.snapshot)), { method })
  expect(vault.items).toEqual(current.vault.items)
  expect(vault.items.map(({ name, value, rev }) => [name, value, rev])).toEqual([
    ['email', 'new@example.org', 2],
    ['name', 'Ann Example', 1],
  ])
  expect(vault.lastChanged).toEqual({ at: AUTHOR.wroteAt, device: 'Laptop' })
  expect(memory).toEqual(current.vault.memory)
})

test('a passkey opens only the vault that lists it', async () => {
  const { snapshot, vault } = await emptyVault([PASSKEY, RECOVERY])
  expect(vault.continuity).toBe('verified')
  await expect(open(snapshot, { method: PASSKEY })).resolves.toBeDefined()
  const other = { ...PASSKEY, credentialId: 'BAAAAAAAAAAAAAAAAAAAAA' }
  await expect(open(snapshot, { method: other })).rejects.toMatchObject({ code: 'no_unlock' })
})

test.each([
  ['a password alone', [PASSWORD]],
  ['a recovery key alone', [RECOVERY]],
  ['a password and a passkey', [PASSWORD, PASSKEY]],
  ['two passwords', [PASSWORD, PASSWORD, RECOVERY]],
])('no vault is created with %s', async (_, methods) => {
  await expect(emptyVault(methods)).rejects.toMatchObject({ code: 'malformed' })
})

test('the keys of an opened vault cannot be extracted', async () => {
  const { vault } = await open(current.snapshot)
  const { accountKey, keys } = vault.internal
  expect([accountKey, keys.head, keys.items, keys.activity].some((key) => key.extractable)).toBe(false)
  expect(accountKey.algorithm.name).toBe('HKDF')
})

test.each<[string, UnlockMethod, string]>([
  ['another password', { ...PASSWORD, root: new Uint8Array(64).fill(9) }, 'wrong_key'],
  ['another recovery key', { ...RECOVERY, root: new Uint8Array(32).fill(9) }, 'wrong_key'],
  ['a root of zeros', { ...RECOVERY, root: new Uint8Array(32) }, 'malformed'],
  ['a root that is too short', { ...PASSWORD, root: new Uint8Array(32).fill(1) }, 'malformed'],
])('%s does not open a vault', async (_, method, code) => {
  await expect(open(current.snapshot, { method })).rejects.toMatchObject({ code })
})

test('the vault of another user is refused', async () => {
  const opening = openVault({ snapshot: current.snapshot, userId: 'someone-else', method: PASSWORD })
  await expect(opening).rejects.toMatchObject({ code: 'wrong_owner' })
})

type Attack = [string, () => unknown, string]
const withHead = (head: object) => ({ ...current.snapshot, head: { ...current.snapshot.head, ...head } })
const withItems = (...items: unknown[]) => ({ ...current.snapshot, items })
const withUnlock = (...unlock: unknown[]) => ({ ...current.snapshot, unlock })
const changed = (fields: object) => {
  const [first, ...rest] = current.snapshot.items
  return withItems({ ...first, ...fields }, ...rest)
}
const password = (fields: object = {}) => ({ ...current.snapshot.unlock[0]!, ...fields })
const recovery = () => current.snapshot.unlock[1]
const without = (record: object, field: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== field))

// A refused answer is an error and never starts a new vault.
test.each<Attack>([
  ['an empty answer', () => ({}), 'malformed'],
  ['no vault at all', () => null, 'malformed'],
  ['an error instead of a vault', () => ({ error: 'not found' }), 'malformed'],
  ['a vault without unlock records', () => withUnlock(), 'no_unlock'],
  ['a head of suite 0', () => withHead({ s: 0 }), 'unsupported'],
  ['a head of suite 2', () => withHead({ s: 2 }), 'unsupported'],
  ['a head of layout 0', () => withHead({ v: 0 }), 'unsupported'],
  ['a head of another generation', () => withHead({ gen: 2 }), 'tampered'],
  ['a head of a later generation', () => withHead({ gen: 4 }), 'tampered'],
  ['a head of another account key', () => withHead({ ak_gen: 2 }), 'tampered'],
  ['a head of another vault', () => ({ ...current.snapshot, head: foreign.snapshot.head }), 'tampered'],
  ['an earlier head with the present items', () => ({ ...current.snapshot, head: old.snapshot.head }), 'incomplete'],
  ['an item of suite 0', () => changed({ s: 0 }), 'unsupported'],
  ['an item of layout 2', () => changed({ v: 2 }), 'unsupported'],
  ['an item without a suite', () => withItems(without(current.snapshot.items[0]!, 's')), 'malformed'],
  ['an item without its key', () => withItems(without(current.snapshot.items[0]!, 'wk')), 'malformed'],
  ['an item with one more field', () => changed({ name: 'email' }), 'malformed'],
  ['an unlock record of suite 0', () => withUnlock(password({ s: 0 })), 'unsupported'],
  ['an unlock record of an older password suite', () => withUnlock(password({ bind: 'pw0' })), 'malformed'],
  ['an unlock method that is not known', () => withUnlock(password({ type: 'escrow' })), 'unsupported'],
  ['key derivation settings', () => withUnlock(password({ iterations: 1 })), 'malformed'],
  [
    'a repeated unlock record for a missing one',
    () => withUnlock(password(), recovery(), recovery()),
    'missing_unlock',
  ],
  ['an unlock record of another vault', () => withUnlock(password(), foreign.snapshot.unlock[1]), 'malformed'],
  ['two unlock records for one method', () => withUnlock(password(), password({ id: PHONE.id })), 'malformed'],
])('%s is refused', async (_, snapshot, code) => {
  await expect(open(snapshot())).rejects.toMatchObject({ code })
})

test.each<[string, () => unknown]>([
  ['an item missing', () => withItems(...current.snapshot.items.slice(1))],
  ['an item twice', () => withItems(...current.snapshot.items, current.snapshot.items[0])],
  ['an item twice instead of another', () => withItems(current.snapshot.items[0], current.snapshot.items[0])],
  ['an item rolled back', () => withItems(old.snapshot.items[0], current.snapshot.items[1])],
  [
    'an item rolled back under the new revision',
    () => withItems({ ...old.snapshot.items[0]!, rev: 2 }, current.snapshot.items[1]),
  ],
  [
    'an item of another vault',
    () => withItems(...current.snapshot.items, { ...foreign.snapshot.items[0]!, id: PHONE.id }),
  ],
  [
    'two items under each other’s ids',
    () => {
      const [first, second] = current.snapshot.items
      return withItems({ ...first!, id: second!.id }, { ...second!, id: first!.id })
    },
  ],
  ['no items', () => withItems()],
])('%s is refused by the list in the head', async (_, snapshot) => {
  await expect(open(snapshot())).rejects.toMatchObject({ code: 'incomplete' })
})

test("an unlock record made without the user's root never opens", async () => {
  // The server forges a vault under the user's id, without the user's root.
  const root = new Uint8Array(64).fill(0xee)
  const forged = await emptyVault([{ type: 'opaque', root }, RECOVERY])
  await expect(open(forged.snapshot)).rejects.toMatchObject({ code: 'wrong_key' })
})

test.each(['salt', 'com', 'id', 'ak_gen'])(
  "an unlock record with another %s is refused as another user's",
  async (field) => {
    const [record] = current.snapshot.unlock
    const other = { ...foreign.snapshot.unlock[0], ak_gen: 2 }
    const snapshot = withUnlock({ ...record, [field]: Reflect.get(other, field) })
    await expect(open(snapshot)).rejects.toMatchObject({ code: 'wrong_key' })
  },
)

test.each(['n', 'ct'])('an unlock record with another %s is refused as tampered', async (field) => {
  const [record] = current.snapshot.unlock
  const snapshot = withUnlock({ ...record, [field]: Reflect.get(foreign.snapshot.unlock[0]!, field) })
  await expect(open(snapshot)).rejects.toMatchObject({ code: 'tampered' })
})

test.each([
  ['the one that opens it', () => current.snapshot.unlock.slice(0, 1)],
  ['the one that opens it, twice', () => [current.snapshot.unlock[0], current.snapshot.unlock[0]]],
])('a vault with one unlock record of two, %s, is refused', async (_, unlock) => {
  const code = unlock().length === 1 ? 'missing_unlock' : 'malformed'
  await expect(open(withUnlock(...unlock()))).rejects.toMatchObject({ code })
})
