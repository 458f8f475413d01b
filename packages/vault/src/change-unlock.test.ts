import { beforeAll, expect, test } from 'vitest'
import { toBase64url } from './base64url.ts'
import { randomBytes } from './bytes.ts'
import { prepareUnlockChange, type UnlockChange } from './change-unlock.ts'
import { sealHead } from './head.ts'
import { LIMITS } from './limits.ts'
import { readActivity } from './read-activity.ts'
import { UNLOCK_RECORD, type UnlockRecord } from './records.ts'
import {
  AUTHOR,
  afterCommit,
  byPassword,
  EMAIL,
  NAME,
  open as openSnapshot,
  PASSKEY,
  PASSWORD,
  prepareRenewal,
  RECOVERY,
  type SampleVault,
  vaultWith,
  write,
} from './testing/sample-vault.ts'
import { checkBinding, passkeyBinding, type UnlockMethod } from './unlock-method.ts'
import { VAULT_COMMIT } from './writes.ts'

const NEW_PASSWORD: UnlockMethod = { ...PASSWORD, root: new Uint8Array(64).fill(7) }

let sample: SampleVault
let password: UnlockRecord
let recovery: UnlockRecord

beforeAll(async () => {
  sample = await vaultWith(EMAIL)
  password = sample.snapshot.unlock[0]!
  recovery = sample.snapshot.unlock[1]!
})

function prepare(change: Partial<UnlockChange>) {
  const using = byPassword(sample.snapshot)
  return prepareUnlockChange(sample.vault, { add: [], remove: [], using, ...AUTHOR, ...change })
}

function open(unlock: readonly UnlockRecord[], head: object, method: UnlockMethod) {
  return openSnapshot({ ...sample.snapshot, head, unlock }, { method })
}

test('after a change of password the new one opens the vault and the old record stays refused', async () => {
  const { commit, added, memory } = await prepare({ add: [NEW_PASSWORD], remove: [password.id] })
  const { vault } = await open([...added, recovery], commit.head, NEW_PASSWORD)
  expect(vault.items).toEqual(sample.vault.items)
  expect(vault.memory).toEqual(memory)
  await expect(open([password, recovery], commit.head, PASSWORD)).rejects.toMatchObject({ code: 'unlisted_unlock' })
  await expect(open([password, recovery], commit.head, RECOVERY)).rejects.toMatchObject({ code: 'unlisted_unlock' })
})

test('a recovery key can replace the password, and a passkey can be added', async () => {
  const using = { record: recovery, method: RECOVERY }
  const { commit, added } = await prepare({ add: [NEW_PASSWORD, PASSKEY], remove: [password.id], using })
  await expect(open([...added, recovery], commit.head, PASSKEY)).resolves.toBeDefined()
})

test('a vault has at most twenty unlock methods', async () => {
  const passkeys = Array.from({ length: LIMITS.unlockMethods - 1 }, (_, index) => {
    const credentialId = `${String(index).padStart(2, '0')}${PASSKEY.credentialId.slice(2)}`
    return { ...PASSKEY, credentialId }
  })
  await expect(prepare({ add: passkeys })).rejects.toMatchObject({ code: 'too_large' })
  const { commit, added } = await prepare({ add: passkeys.slice(1) })
  const { vault } = await open([...added, password, recovery], commit.head, passkeys.at(-1)!)
  expect(Object.keys(vault.internal.body.unlock)).toHaveLength(LIMITS.unlockMethods)
})

test('a removed passkey stays removed', async () => {
  const added = await prepare({ add: [PASSKEY] })
  const [passkey] = added.added
  const using = byPassword(sample.snapshot)
  const removed = await prepareUnlockChange(added.next, { add: [], remove: [passkey!.id], using, ...AUTHOR })
  const restored = open([password, recovery, passkey!], removed.commit.head, PASSKEY)
  await expect(restored).rejects.toMatchObject({ code: 'unlisted_unlock' })
})

test('items and the log can change in the same commit, and the log can name the new record', async () => {
  const changed = { at: AUTHOR.wroteAt.toISOString(), device: AUTHOR.device }
  const { commit, added, next } = await prepare({
    add: [PASSKEY],
    put: [NAME],
    removeItems: [EMAIL.id],
    activity: ([record]) => [{ ...changed, type: 'method_added', method: 'prf', unlock_id: record!.id }],
  })
  expect(VAULT_COMMIT.read(JSON.parse(JSON.stringify(commit)))).toEqual(commit)
  const snapshot = { ...afterCommit(sample.snapshot, commit), unlock: [password, recovery, ...added] }
  const { vault } = await openSnapshot(snapshot, { method: PASSKEY, memory: sample.vault.memory })
  expect(vault.items).toEqual(next.items)
  expect(vault.items.map(({ name }) => name)).toEqual(['name'])
  const { events } = await readActivity(vault, commit.activity)
  expect(events[0]?.event).toEqual({ ...changed, type: 'method_added', method: 'prf', unlock_id: added[0]!.id })
})

// WebAuthn Level 3 §4.
test('a credential id has 16 to 1023 bytes', () => {
  const bind = (bytes: number) => () => checkBinding(passkeyBinding(toBase64url(new Uint8Array(bytes))), 'passkey')
  for (const bytes of [16, 1023]) expect(bind(bytes)).not.toThrow()
  for (const bytes of [15, 1024]) expect(bind(bytes)).toThrow(expect.objectContaining({ code: 'malformed' }))
})

test('the `bind` of an unlock record has at most 1024 characters', () => {
  const read = (characters: number) => UNLOCK_RECORD.read({ ...password, type: 'prf', bind: 'A'.repeat(characters) })
  expect(read(LIMITS.bindCharacters).bind).toHaveLength(LIMITS.bindCharacters)
  expect(() => read(LIMITS.bindCharacters + 4)).toThrow(expect.objectContaining({ code: 'malformed' }))
})

test.each<[string, () => Partial<UnlockChange>, string]>([
  ['without the right root', () => ({ using: { record: password, method: NEW_PASSWORD } }), 'wrong_key'],
  [
    'with a record that is not in use',
    () => ({ using: { record: { ...password, ak_gen: 2 }, method: PASSWORD } }),
    'unlisted_unlock',
  ],
  ['that adds a second password', () => ({ add: [NEW_PASSWORD] }), 'malformed'],
  ['that adds one passkey twice', () => ({ add: [PASSKEY, PASSKEY] }), 'malformed'],
  ['that removes what is not there', () => ({ remove: [EMAIL.id] }), 'no_unlock'],
  ['that removes an item that is not there', () => ({ removeItems: [NAME.id] }), 'unknown_item'],
  ['that leaves nothing', () => ({ remove: [password.id, recovery.id] }), 'no_unlock'],
  ['with a PRF output of zeros', () => ({ add: [{ ...PASSKEY, root: new Uint8Array(32) }] }), 'malformed'],
  ['with a credential id that is not base64url', () => ({ add: [{ ...PASSKEY, credentialId: 'x' }] }), 'malformed'],
])('a change %s is refused', async (_, change, code) => {
  await expect(prepare(change())).rejects.toMatchObject({ code })
})

const ANOTHER = { type: 'recovery', root: new Uint8Array(32).fill(9) } as const

const markIn = async (snapshot: object) => (await openSnapshot(snapshot)).vault.unconfirmedRecovery

test('a new vault marks its recovery key as unconfirmed on every device, also after other edits', async () => {
  expect(sample.vault.unconfirmedRecovery).toBe(recovery.id)
  const edited = await write(sample, { put: [EMAIL] })
  expect(edited.vault.unconfirmedRecovery).toBe(recovery.id)
  expect(await markIn(edited.snapshot)).toBe(recovery.id)
})

test('confirming the recovery key removes its mark', async () => {
  const confirmed = await write(sample, { confirmRecovery: recovery.id })
  expect(confirmed.vault.unconfirmedRecovery).toBeUndefined()
  expect(await markIn(confirmed.snapshot)).toBeUndefined()
})

test('a confirmation of another recovery key changes nothing', async () => {
  const edited = await write(sample, { confirmRecovery: '20000000-0000-4000-8000-00000000000f' })
  expect(edited.vault.unconfirmedRecovery).toBe(recovery.id)
})

test('replacing an unconfirmed recovery key, or rotating, removes its mark', async () => {
  const changed = await prepare({ add: [ANOTHER], remove: [recovery.id] })
  expect(changed.next.unconfirmedRecovery).toBeUndefined()
  const rotated = await prepareRenewal(sample, { methods: [PASSWORD, ANOTHER] })
  expect(rotated.next.unconfirmedRecovery).toBeUndefined()
})

test('a mark for an unknown recovery key is not written', async () => {
  const { vaultId, internal } = sample.vault
  const body = { ...internal.body, unconfirmed_recovery: 'recovery' }
  const sealed = sealHead(body, { vaultId, key: internal.keys.head, akGen: 1, random: randomBytes })
  await expect(sealed).rejects.toMatchObject({ code: 'malformed' })
})
