import { VaultError } from './errors.ts'
import { malformed } from './parse.ts'
import { VAULT_CHANGES, VAULT_SNAPSHOT, type VaultSnapshot } from './records.ts'
import type { OpenVault } from './vault.ts'
import { rolledBack } from './vault-memory.ts'
import { type KeptItems, verifyVault } from './verify-vault.ts'

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
