import type { VaultSnapshot } from '@countersign/vault'
import type { StoredVault } from './vault.store.ts'

/** A vault as its devices read it. */
export function describeVault({ vaultId, head, items, unlock }: StoredVault): VaultSnapshot {
  return { vault_id: vaultId, head, items, unlock }
}
