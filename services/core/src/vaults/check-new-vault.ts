import type { NewVault } from '@countersign/contracts'
import { isBoundTo, RECOVERY_BINDING, type UnlockBinding, type UnlockRecord, VAULT_SNAPSHOT } from '@countersign/vault'
import { checkRecord, invalidVault } from './check-records.ts'

/** The two unlock records of a new vault. */
export type NewVaultRecords = { readonly method: UnlockRecord; readonly recovery: UnlockRecord }

/**
 * Returns the two unlock records of a new vault: that of the method that signs up, and that of the recovery key.
 * @throws `invalid_vault` unless it is the first generation with exactly these
 */
export function checkNewVault({ vault_id, head, unlock }: NewVault, binding: UnlockBinding): NewVaultRecords {
  checkRecord({ vault_id, head, items: [], unlock }, VAULT_SNAPSHOT)
  if (head.gen !== 1) throw invalidVault('A new vault starts with generation 1.')
  if (unlock.some(({ ak_gen }) => ak_gen !== head.ak_gen)) throw invalidVault('The records are of different keys.')
  const method = unlock.find((record) => isBoundTo(record, binding))
  const recovery = unlock.find((record) => isBoundTo(record, RECOVERY_BINDING))
  if (!method || !recovery || method.id === recovery.id) {
    throw invalidVault('A new vault has one record for the method that signs up and one for the recovery key.')
  }
  return { method, recovery }
}
