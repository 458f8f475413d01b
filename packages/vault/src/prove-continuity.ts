import { extendChain } from './head-chain.ts'
import { readBase64url } from './parse.ts'
import { HASH_BYTES } from './records.ts'
import type { OpenVault } from './vault.ts'
import { type Continuity, checkContinuity, forked, summaryOf, type VaultMemory } from './vault-memory.ts'

/** Generations whose head hashes the server is to be asked for. */
export type MissingHeads = {
  readonly from: number
  readonly count: number
}

/**
 * Says which head hashes would prove that an `unproven` vault continues what this device has seen. None can where
 * the device remembers nothing of the chain, or the vault's own begins later.
 */
export function missingHeads({ memory, internal }: OpenVault): MissingHeads | undefined {
  const { gen, proven } = memory
  if (proven?.past?.from !== internal.body.past.from) return undefined
  return { from: proven.gen, count: gen - proven.gen }
}

/**
 * Follows the chain from the last proven head to the present one.
 * @param hashes those of `missingHeads`, oldest first, as the server sent them
 * @returns the vault, `verified`; or as it was, when hashes are missing
 * @throws VaultError `fork` when they do not lead there, `malformed`
 */
export async function proveContinuity(vault: OpenVault, hashes: readonly unknown[]): Promise<OpenVault> {
  const { vault_id, gen, hash, past, wrote_at, proven } = vault.memory
  if (proven?.past === undefined || missingHeads(vault)?.count !== hashes.length) return vault
  const read = hashes.map((value) => readBase64url(value, HASH_BYTES, 'history of your vault'))
  const { h } = await extendChain(proven.past, read)
  if (read[0] !== proven.hash || h !== vault.internal.body.past.h) {
    throw forked(proven, { ...summaryOf(vault.memory), device: vault.lastChanged.device })
  }
  return { ...vault, continuity: 'verified', memory: { vault_id, gen, hash, past, wrote_at } }
}

/**
 * Holds an open vault against what the device remembers besides, of another tab for example.
 * @throws VaultError `rollback`, `fork`
 */
export function requireContinuity({ memory, internal }: OpenVault, remembered: VaultMemory): Continuity {
  return checkContinuity(memory, internal.body, remembered).continuity
}

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
