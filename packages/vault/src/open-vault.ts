import { VaultError } from './errors.ts'
import { openHead } from './head.ts'
import type { HeadBody } from './head-body.ts'
import { openItem, type PlainItem } from './item.ts'
import { digestItems, type ItemList, listItems } from './item-list.ts'
import { type AccountKey, deriveVaultKeys } from './keys.ts'
import { malformed } from './parse.ts'
import { hashHead, hashUnlockRecord } from './record-hash.ts'
import { type UnlockRecord, VAULT_CHANGES, VAULT_SNAPSHOT, type VaultSnapshot } from './records.ts'
import { bindingOf, isBoundTo, type UnlockMethod } from './unlock-method.ts'
import { unlockAccountKey } from './unlock-record.ts'
import { type OpenVault, toOpenVault } from './vault.ts'
import { checkContinuity, memoryOf, rolledBack, type VaultMemory } from './vault-memory.ts'

/** Items of an open vault that are not sent once more. */
type KeptItems = { readonly items: readonly PlainItem[]; readonly listed: ItemList }

type Context = {
  readonly accountKey: AccountKey
  readonly userId: string | undefined
  readonly memory: VaultMemory | undefined
  /** They are part of what the head has the digest of, as the sent ones are. */
  readonly kept?: KeptItems
}

/**
 * Verifies and decrypts a vault with its account key, or refuses it as a whole. The order of the checks is part of
 * the design: each rests on the one before, and nothing is decrypted that is not known to belong here.
 * @throws VaultError
 */
export async function verifyVault(
  snapshot: VaultSnapshot,
  { accountKey, userId, memory, kept = { items: [], listed: {} } }: Context,
): Promise<OpenVault> {
  const { vault_id: vaultId, head } = snapshot
  const keys = await deriveVaultKeys(accountKey)
  const body = await openHead(head, { vaultId, key: keys.head })
  if (userId !== undefined) checkOwner(body, userId)
  await checkUnlockRecords(snapshot.unlock, body.unlock)
  const listed = await checkItems(snapshot, kept.listed, body.items)
  const sent = await Promise.all(snapshot.items.map((item) => openItem(item, { vaultId, key: keys.items })))
  const continued = checkContinuity(memoryOf(vaultId, body, await hashHead(vaultId, head)), body, memory)
  const internal = { accountKey, keys, akGen: head.ak_gen, body, listed }
  return toOpenVault({ vaultId, items: [...kept.items, ...sent], ...continued, internal })
}

function checkOwner(body: HeadBody, userId: string): void {
  if (body.owner !== userId) throw new VaultError('wrong_owner', 'The server sent the vault of another account.')
}

/**
 * The records must be exactly the listed ones: a removed passkey or an old password stays removed, and a hidden one
 * could be neither seen nor removed.
 */
async function checkUnlockRecords(records: readonly UnlockRecord[], listed: HeadBody['unlock']): Promise<void> {
  const hashes = await Promise.all(records.map(hashUnlockRecord))
  if (!records.every((record, index) => listed[record.id] === hashes[index])) {
    throw new VaultError('unlisted_unlock', 'The server sent an unlock method that was changed or removed.')
  }
  const count = Object.keys(listed).length
  if (hashes.length === count && new Set(hashes).size === count) return
  throw new VaultError('missing_unlock', 'The server did not send exactly the unlock methods that your vault lists.')
}

/** The items must be exactly the listed ones: none missing, added, twice, older or exchanged. */
async function checkItems(
  { vault_id, items }: VaultSnapshot,
  kept: ItemList,
  expected: HeadBody['items'],
): Promise<ItemList> {
  const sent = await listItems(vault_id, items)
  const listed = { ...kept, ...sent }
  const { count, h } = await digestItems(vault_id, listed)
  const isDistinct = Object.keys(sent).length === items.length
  if (isDistinct && count === expected.count && h === expected.h) return listed
  throw new VaultError('incomplete', 'The server did not send exactly the entries that your vault holds.')
}

export type OpenVaultRequest = {
  /** What the server sent. Nothing of it is believed before it is checked. */
  readonly snapshot: unknown
  /** The signed-in user, from the session. */
  readonly userId: string
  readonly method: UnlockMethod
  /** What this device kept from the last time, if it did. */
  readonly memory?: VaultMemory | undefined
}

/**
 * Opens a vault, or refuses it as a whole. It never repairs and never creates a vault.
 * @throws VaultError
 */
export async function openVault(request: OpenVaultRequest): Promise<{ vault: OpenVault; memory: VaultMemory }> {
  const { userId, method, memory } = request
  const snapshot = VAULT_SNAPSHOT.read(request.snapshot)
  const accountKey = await unlockAccountKey(chooseUnlockRecord(snapshot.unlock, method), method)
  const vault = await verifyVault(snapshot, { accountKey, userId, memory })
  return { vault, memory: vault.memory }
}

/**
 * Finds the record of a method. Two would let the server choose which of them to test a secret against.
 * @throws VaultError `no_unlock`, `malformed`
 */
export function chooseUnlockRecord(records: readonly UnlockRecord[], method: UnlockMethod): UnlockRecord {
  const binding = bindingOf(method)
  const [record, another] = records.filter((candidate) => isBoundTo(candidate, binding))
  if (record === undefined) throw new VaultError('no_unlock', 'This vault cannot be opened in this way.')
  if (another !== undefined) throw malformed('list of unlock methods')
  return record
}

/**
 * Opens a vault again after another device changed it, with the account key that is open already: no password, no
 * gesture. It goes through every check of `openVault` and must continue what `vault` was.
 * @param snapshot what the server sent
 * @throws VaultError `key_rotated` when another device exchanged the account key: sign in again
 */
export async function reopenVault(vault: OpenVault, snapshot: unknown): Promise<OpenVault> {
  return verifyNext(vault, VAULT_SNAPSHOT.read(snapshot))
}

/**
 * Does the same with what changed since `vault`. The items that were not sent stay as they are, and the check covers
 * them all the same: the head has the digest of every item. When this throws, read the whole vault and let that count:
 * a server may have lost track of what changed.
 * @param changes what the server sent
 * @throws VaultError what `reopenVault` throws
 */
export async function reopenFromChanges(vault: OpenVault, changes: unknown): Promise<OpenVault> {
  const { since, removed, ...snapshot } = VAULT_CHANGES.read(changes)
  if (since !== vault.memory.gen) throw malformed('vault')
  const gone = new Set([...removed, ...snapshot.items.map(({ id }) => id)])
  return verifyNext(vault, snapshot, keptItems(vault, gone))
}

function keptItems({ items, internal }: OpenVault, gone: ReadonlySet<string>): KeptItems {
  const listed = Object.entries(internal.listed).filter(([id]) => !gone.has(id))
  return { items: items.filter(({ id }) => !gone.has(id)), listed: Object.fromEntries(listed) }
}

async function verifyNext(vault: OpenVault, snapshot: VaultSnapshot, kept?: KeptItems): Promise<OpenVault> {
  const { accountKey, akGen } = vault.internal
  const { ak_gen: sentGen, gen } = snapshot.head
  if (sentGen > akGen) {
    throw new VaultError('key_rotated', 'Another device renewed the key of your vault. Sign in again.')
  }
  // A head of an earlier account key would not open, and a person should be told why.
  if (sentGen < akGen) throw rolledBack(vault.memory, { gen })
  return verifyVault(snapshot, { accountKey, userId: vault.owner, memory: vault.memory, ...(kept && { kept }) })
}
