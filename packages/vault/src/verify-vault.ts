import { VaultError } from './errors.ts'
import { openHead } from './head.ts'
import type { HeadBody, ListedItem } from './head-body.ts'
import { openItem } from './item.ts'
import { type AccountKey, deriveVaultKeys } from './keys.ts'
import { hashHead, hashItem, hashUnlockRecord } from './record-hash.ts'
import type { SealedItem, UnlockRecord, VaultSnapshot } from './records.ts'
import { type OpenVault, toOpenVault } from './vault.ts'
import { checkContinuity, type VaultMemory } from './vault-memory.ts'

/**
 * Verifies and decrypts a vault with its account key, or refuses it as a whole. The order of the checks is part of
 * the design: each rests on the one before, and nothing is decrypted that is not known to belong here.
 * @throws VaultError
 */
export async function verifyVault(
  snapshot: VaultSnapshot,
  context: { accountKey: AccountKey; userId: string | undefined; memory: VaultMemory | undefined },
): Promise<OpenVault> {
  const { accountKey, userId, memory } = context
  const { vault_id: vaultId, head } = snapshot
  const keys = await deriveVaultKeys(accountKey)
  const body = await openHead(head, { vaultId, key: keys.head })
  if (userId !== undefined) checkOwner(body, userId)
  await checkUnlockRecords(snapshot.unlock, body.unlock)
  await checkItems(snapshot, body.items)
  const items = await Promise.all(snapshot.items.map((item) => openItem(item, { vaultId, key: keys.items })))
  const headHash = await hashHead(vaultId, head)
  const current = { vault_id: vaultId, gen: body.gen, hash: headHash }
  const continuity = checkContinuity(current, body.anc, memory)
  const internal = { accountKey, keys, akGen: head.ak_gen, body }
  return toOpenVault({ vaultId, items, headHash, continuity, internal })
}

function checkOwner(body: HeadBody, userId: string): void {
  if (body.owner !== userId) throw new VaultError('wrong_owner', 'The server sent the vault of another account.')
}

/** Each record must be the one that the head lists: a removed passkey or an old password stays removed. */
async function checkUnlockRecords(records: readonly UnlockRecord[], listed: HeadBody['unlock']): Promise<void> {
  const hashes = await Promise.all(records.map(hashUnlockRecord))
  if (records.every((record, index) => listed[record.id] === hashes[index])) return
  throw new VaultError('unlisted_unlock', 'The server sent an unlock method that was changed or removed.')
}

/** The items must be exactly the listed ones: none missing, added, twice, older or exchanged. */
async function checkItems(
  { vault_id, items }: VaultSnapshot,
  listed: Readonly<Record<string, ListedItem>>,
): Promise<void> {
  const hashes = await Promise.all(items.map((item) => hashItem(vault_id, item)))
  const isListed = (item: SealedItem, index: number) =>
    listed[item.id]?.rev === item.rev && listed[item.id]?.h === hashes[index]
  const distinctIds = new Set(items.map(({ id }) => id)).size
  if (distinctIds === items.length && distinctIds === Object.keys(listed).length && items.every(isListed)) return
  throw new VaultError('incomplete', 'The server did not send exactly the entries that your vault holds.')
}
