import { VaultError } from './errors.ts'
import { VAULT_SNAPSHOT } from './records.ts'
import type { OpenVault } from './vault.ts'
import { rolledBack } from './vault-memory.ts'
import { verifyVault } from './verify-vault.ts'

/**
 * Opens a vault again after another device changed it, with the account key that is open already: no password, no
 * gesture. It goes through every check of `openVault` and must continue what `vault` was.
 * @param snapshot what the server sent
 * @throws VaultError `key_rotated` when another device exchanged the account key: sign in again
 */
export async function reopenVault(vault: OpenVault, snapshot: unknown): Promise<OpenVault> {
  const { accountKey, akGen } = vault.internal
  const read = VAULT_SNAPSHOT.read(snapshot)
  if (read.head.ak_gen > akGen) {
    throw new VaultError('key_rotated', 'Another device renewed the key of your vault. Sign in again.')
  }
  // A head of an earlier account key would not open, and a person should be told why.
  if (read.head.ak_gen < akGen) throw rolledBack(vault.memory, { gen: read.head.gen })
  return verifyVault(read, { accountKey, userId: vault.owner, memory: vault.memory })
}
