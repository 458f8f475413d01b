import { VaultError } from './errors.ts'
import { openHead } from './head.ts'
import type { HeadBody } from './head-body.ts'
import { openItem } from './item.ts'
import { digestItems, type ItemList, listItems } from './item-list.ts'
import { type AccountKey, deriveVaultKeys } from './keys.ts'
import type { PlainItem } from './plain-item.ts'
import { hashHead, hashUnlockRecord } from './record-hash.ts'
import type { UnlockRecord, VaultSnapshot } from './records.ts'
import { type OpenVault, toOpenVault } from './vault.ts'
import { checkContinuity, memoryOf, type VaultMemory } from './vault-memory.ts'

/** Items of an open vault that are not sent once more. */
export type KeptItems = { readonly items: readonly PlainItem[]; readonly listed: ItemList }

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
