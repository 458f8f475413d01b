import { type HeadSummary, VaultError } from './errors.ts'
import type { HeadBody } from './head-body.ts'
import type { HeadChain } from './head-chain.ts'

/** The last head that a device has seen; not secret. */
export type VaultMemory = {
  readonly vault_id: string
  /** The last head with a proven past, while a later one awaits its proof. */
  readonly proven?: RememberedHead | undefined
} & RememberedHead

export type RememberedHead = {
  readonly gen: number
  readonly hash: string
  readonly past: HeadChain
  /** ISO 8601. */
  readonly wrote_at: string
}

/**
 * The result of comparing an opened vault with the device's memory.
 *
 * - `first_use`: nothing is remembered. A complete old copy would look the same; show when it was last changed.
 * - `verified`: it continues what this device has seen.
 * - `unproven`: newer by more than 32 generations, and the way there was not shown yet (`proveContinuity`).
 */
export type Continuity = 'first_use' | 'verified' | 'unproven'

export function memoryOf(vaultId: string, { gen, past, wrote_at }: HeadBody, headHash: string): VaultMemory {
  return { vault_id: vaultId, gen, hash: headHash, past, wrote_at }
}

/** Returns the new memory. @throws VaultError `rollback` for an older vault, `fork` for one with another past */
export function checkContinuity(
  found: VaultMemory,
  { anc, device }: Pick<HeadBody, 'anc' | 'device'>,
  remembered: VaultMemory | undefined,
): { readonly continuity: Continuity; readonly memory: VaultMemory } {
  if (remembered === undefined) return { continuity: 'first_use', memory: found }
  const summary = { ...summaryOf(found), device }
  if (remembered.vault_id !== found.vault_id) throw forked(remembered, summary)
  const distance = found.gen - remembered.gen
  if (distance < 0) throw rolledBack(remembered, summary)
  const isBeyond = distance > anc.length
  const expected = distance === 0 ? found.hash : anc[distance - 1]
  if (!isBeyond && expected !== remembered.hash) throw forked(remembered, summary)
  const proven = remembered.proven ?? (isBeyond ? headOf(remembered) : undefined)
  if (proven === undefined) return { continuity: 'verified', memory: found }
  return { continuity: 'unproven', memory: { ...found, proven } }
}

function headOf({ gen, hash, past, wrote_at }: VaultMemory): RememberedHead {
  return { gen, hash, past, wrote_at }
}

export function summaryOf({ gen, hash, wrote_at: wroteAt }: RememberedHead): HeadSummary {
  return { gen, hash, wroteAt }
}

export function rolledBack(expected: RememberedHead, found: HeadSummary): VaultError {
  const message = 'The server sent an older vault than this device has seen. Nothing was changed.'
  return new VaultError('rollback', message, { expected: summaryOf(expected), found })
}

export function forked(expected: RememberedHead, found: HeadSummary): VaultError {
  const message = 'The server sent another history of your vault than this device has seen.'
  return new VaultError('fork', message, { expected: summaryOf(expected), found })
}
