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

/** Items of an open vault that the server does not send again. */
type KeptItems = { readonly items: readonly PlainItem[]; readonly listed: ItemList }

type Context = {
  readonly accountKey: AccountKey
  /** Unchecked if undefined, as for an export. */
  readonly userId?: string
  readonly memory?: VaultMemory | undefined
  readonly kept?: KeptItems
}

/** The order matters: nothing is decrypted before it is known to belong here. @throws VaultError */
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

/** Exactly the listed records: removed methods stay removed, and a hidden one could be neither seen nor removed. */
async function checkUnlockRecords(records: readonly UnlockRecord[], listed: HeadBody['unlock']): Promise<void> {
  const hashes = await Promise.all(records.map(hashUnlockRecord))
  if (!records.every((record, index) => listed[record.id] === hashes[index])) {
    throw new VaultError('unlisted_unlock', 'The server sent an unlock method that was changed or removed.')
  }
  const count = Object.keys(listed).length
  if (hashes.length === count && new Set(hashes).size === count) return
  throw new VaultError('missing_unlock', 'The server did not send exactly the unlock methods that your vault lists.')
}

/** Exactly the listed items: none missing, added, repeated, older or swapped. */
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
  /** As the server sent it, unchecked. */
  readonly snapshot: unknown
  readonly userId: string
  readonly method: UnlockMethod
  readonly memory?: VaultMemory | undefined
}

/** Opens a vault, or refuses it as a whole; never repairs or creates one. @throws VaultError */
export async function openVault(request: OpenVaultRequest): Promise<{ vault: OpenVault; memory: VaultMemory }> {
  const { userId, method, memory } = request
  const snapshot = VAULT_SNAPSHOT.read(request.snapshot)
  const accountKey = await unlockAccountKey(chooseUnlockRecord(snapshot.unlock, method), method)
  const vault = await verifyVault(snapshot, { accountKey, userId, memory })
  return { vault, memory: vault.memory }
}

/** With two records for one method, the server could choose which to test a secret against. @throws VaultError */
export function chooseUnlockRecord(records: readonly UnlockRecord[], method: UnlockMethod): UnlockRecord {
  const binding = bindingOf(method)
  const [record, another] = records.filter((candidate) => isBoundTo(candidate, binding))
  if (record === undefined) throw new VaultError('no_unlock', 'This vault cannot be opened in this way.')
  if (another !== undefined) throw malformed('list of unlock methods')
  return record
}

/** With the open account key and every check of `openVault`. @throws VaultError `key_rotated`: sign in again */
export async function reopenVault(vault: OpenVault, snapshot: unknown): Promise<OpenVault> {
  return verifyNext(vault, VAULT_SNAPSHOT.read(snapshot))
}

/** The head's digest covers unsent items. If this throws, read the whole vault. @throws VaultError as `reopenVault` */
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
  // Such a head would not decrypt: report the real reason instead.
  if (sentGen < akGen) throw rolledBack(vault.memory, { gen })
  return verifyVault(snapshot, { accountKey, userId: vault.owner, memory: vault.memory, ...(kept && { kept }) })
}
