import { extendChain } from './head-chain.ts'
import { readHash } from './records.ts'
import type { OpenVault } from './vault.ts'
import { type Continuity, checkContinuity, forked, summaryOf, type VaultMemory } from './vault-memory.ts'

/** Would prove an `unproven` vault. */
export function missingHeads({ memory }: OpenVault): { readonly from: number; readonly count: number } | undefined {
  const { gen, proven } = memory
  if (proven === undefined) return undefined
  return { from: proven.gen, count: gen - proven.gen }
}

/** `hashes`: of `missingHeads`, oldest first, unchecked. Unchanged if some are missing. @throws VaultError `fork` */
export async function proveContinuity(vault: OpenVault, hashes: readonly unknown[]): Promise<OpenVault> {
  const { vault_id, gen, hash, past, wrote_at, proven } = vault.memory
  if (proven === undefined || missingHeads(vault)?.count !== hashes.length) return vault
  const read = hashes.map((value) => readHash(value, 'history of your vault'))
  const { h } = await extendChain(proven.past, read)
  if (read[0] !== proven.hash || h !== vault.internal.body.past.h) {
    throw forked(proven, { ...summaryOf(vault.memory), device: vault.lastChanged.device })
  }
  return { ...vault, continuity: 'verified', memory: { vault_id, gen, hash, past, wrote_at } }
}

/** With another memory of this device, such as another tab's. @throws VaultError `rollback`, `fork` */
export function requireContinuity({ memory, internal }: OpenVault, remembered: VaultMemory): Continuity {
  return checkContinuity(memory, internal.body, remembered).continuity
}
