import { VaultError } from './errors.ts'
import { malformed } from './parse.ts'
import { type UnlockRecord, VAULT_SNAPSHOT } from './records.ts'
import { bindingOf, isBoundTo, type UnlockMethod } from './unlock-binding.ts'
import { unlockAccountKey } from './unlock-record.ts'
import type { OpenVault } from './vault.ts'
import type { VaultMemory } from './vault-memory.ts'
import { verifyVault } from './verify-vault.ts'

export type OpenVaultRequest = {
  /** What the server sent. Nothing of it is believed before it is checked. */
  readonly snapshot: unknown
  /** The signed-in user, from the session. */
  readonly userId: string
  readonly method: UnlockMethod
  /** What this device kept from the last time, if it did. */
  readonly memory?: VaultMemory | undefined
}

/**
 * Opens a vault, or refuses it as a whole. It never repairs and never creates a vault.
 * @throws VaultError
 */
export async function openVault(request: OpenVaultRequest): Promise<{ vault: OpenVault; memory: VaultMemory }> {
  const { userId, method, memory } = request
  const snapshot = VAULT_SNAPSHOT.read(request.snapshot)
  const accountKey = await unlockAccountKey(chooseUnlockRecord(snapshot.unlock, method), method)
  const vault = await verifyVault(snapshot, { accountKey, userId, memory })
  return { vault, memory: vault.memory }
}

/**
 * Finds the record of a method. Two would let the server choose which of them to test a secret against.
 * @throws VaultError `no_unlock`, `malformed`
 */
export function chooseUnlockRecord(records: readonly UnlockRecord[], method: UnlockMethod): UnlockRecord {
  const binding = bindingOf(method)
  const [record, another] = records.filter((candidate) => isBoundTo(candidate, binding))
  if (record === undefined) throw new VaultError('no_unlock', 'This vault cannot be opened in this way.')
  if (another !== undefined) throw malformed('list of unlock methods')
  return record
}
