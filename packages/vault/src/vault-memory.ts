import { VaultError } from './errors.ts'
import { readBase64url, readCount, readExactFields } from './parse.ts'

/** What a device keeps between visits (not secret): the last head it has seen. */
export type VaultMemory = {
  readonly vault_id: string
  readonly gen: number
  readonly hash: string
}

/**
 * What the device's memory says of an opened vault.
 *
 * - `first_use`: nothing is remembered. A complete old copy would look the same; show when it was last changed.
 * - `verified`: it continues what this device has seen.
 * - `beyond_memory`: newer by more than 32 generations, so the way there cannot be checked.
 */
export type Continuity = 'first_use' | 'verified' | 'beyond_memory'

const WHAT = 'memory of this device'

/**
 * Reads a memory from the device's storage.
 * @throws VaultError `malformed`
 */
export function readVaultMemory(value: unknown): VaultMemory {
  const fields = readExactFields(value, ['vault_id', 'gen', 'hash'], WHAT)
  return {
    vault_id: readBase64url(fields.vault_id, 16, WHAT),
    gen: readCount(fields.gen, WHAT),
    hash: readBase64url(fields.hash, 32, WHAT),
  }
}

/**
 * Compares a vault with what this device remembers of it.
 * @param ancestors hashes of the heads before `current`, newest first
 * @throws VaultError `rollback` for an older vault, `fork` for one with another past
 */
export function checkContinuity(
  current: VaultMemory,
  ancestors: readonly string[],
  remembered: VaultMemory | undefined,
): Continuity {
  if (remembered === undefined) return 'first_use'
  if (remembered.vault_id !== current.vault_id) throw forked()
  const distance = current.gen - remembered.gen
  if (distance < 0) throw rolledBack()
  if (distance > ancestors.length) return 'beyond_memory'
  const expected = distance === 0 ? current.hash : ancestors[distance - 1]
  if (expected !== remembered.hash) throw forked()
  return 'verified'
}

/** The refusal of a vault from the past. */
export function rolledBack(): VaultError {
  return new VaultError('rollback', 'The server sent an older vault than this device has seen. Nothing was changed.')
}

function forked(): VaultError {
  return new VaultError('fork', 'The server sent another history of your vault than this device has seen.')
}
