import type { OpenVault } from './vault.ts'
import type { VaultMemory } from './vault-memory.ts'

/**
 * Tells whether a vault, opened again, contains a write that was prepared before: its answer got lost, and to write
 * it once more would log the same event twice.
 * @param written `memory` of the prepared write
 */
export function hasWrite({ memory, internal }: OpenVault, written: VaultMemory): boolean {
  const distance = memory.gen - written.gen
  const found = distance === 0 ? memory.hash : internal.body.anc[distance - 1]
  return memory.vault_id === written.vault_id && found === written.hash
}
