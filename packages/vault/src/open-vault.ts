import { VaultError } from './errors.ts'
import { openHead } from './head.ts'
import type { HeadBody, ListedItem } from './head-body.ts'
import { openItem, type SealedItem } from './item.ts'
import { deriveVaultKeys } from './keys.ts'
import { malformed } from './parse.ts'
import { hashHead, hashItem, hashUnlockRecord } from './record-hash.ts'
import { readSnapshot, type VaultSnapshot } from './snapshot.ts'
import { bindOf, type UnlockMethod, type UnlockRecord, unlockAccountKey } from './unlock-record.ts'
import { type OpenVault, toOpenVault } from './vault.ts'
import { checkContinuity, type VaultMemory } from './vault-memory.ts'

export interface OpenVaultRequest {
  /** What the server sent. Nothing of it is believed before it is checked. */
  readonly snapshot: unknown
  /** The signed-in user, from the session. */
  readonly userId: string
  readonly method: UnlockMethod
  /** What this device kept from the last time, if it did. */
  readonly memory?: VaultMemory | undefined
}

/**
 * Opens a vault, or refuses it as a whole. The order of the checks is part of the design: each rests on the one
 * before, and nothing is decrypted that is not known to belong here. It never repairs and never creates a vault.
 * @throws VaultError
 */
export async function openVault(request: OpenVaultRequest): Promise<{ vault: OpenVault; memory: VaultMemory }> {
  const snapshot = readSnapshot(request.snapshot)
  const record = chooseUnlockRecord(snapshot.unlock, request.method)
  const accountKey = await unlockAccountKey(record, request.method)
  const keys = await deriveVaultKeys(accountKey)
  const body = await openHead(snapshot.head, { vaultId: snapshot.vault_id, key: keys.head })
  checkOwner(body, request.userId)
  await checkUnlockRecords(snapshot.unlock, body.unlock)
  await checkItems(snapshot, body.items)
  const context = { vaultId: snapshot.vault_id, key: keys.items }
  const items = await Promise.all(snapshot.items.map((item) => openItem(item, context)))
  const headHash = await hashHead(snapshot.vault_id, snapshot.head)
  const current = { vault_id: snapshot.vault_id, gen: body.gen, hash: headHash }
  const continuity = checkContinuity(current, body.anc, request.memory)
  const internal = { accountKey, keys, akGen: snapshot.head.ak_gen, body }
  const vault = toOpenVault({ vaultId: snapshot.vault_id, items, headHash, continuity, internal })
  return { vault, memory: vault.memory }
}

/** Two records for one method would let the server choose which of them to test a secret against. */
function chooseUnlockRecord(records: readonly UnlockRecord[], method: UnlockMethod): UnlockRecord {
  const bind = bindOf(method)
  const [record, another] = records.filter((candidate) => candidate.type === method.type && candidate.bind === bind)
  if (record === undefined) throw new VaultError('no_unlock', 'This vault cannot be opened in this way.')
  if (another !== undefined) throw malformed('list of unlock methods')
  return record
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
