import type { OpenVault } from './vault.ts'
import { type Continuity, checkContinuity, type VaultMemory } from './vault-memory.ts'

/**
 * Holds an open vault against what the device remembers besides, of another tab for example.
 * @throws VaultError `rollback`, `fork`
 */
export function requireContinuity({ memory, internal }: OpenVault, remembered: VaultMemory): Continuity {
  return checkContinuity(memory, internal.body, remembered).continuity
}
