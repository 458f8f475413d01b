import type { NewVault } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import {
  isBoundTo,
  LIMITS,
  RECOVERY_BINDING,
  type SealedItem,
  type UnlockBinding,
  type UnlockRecord,
  VAULT_SNAPSHOT,
  VaultError,
} from '@countersign/vault'
import type { VaultSize } from './item.store.ts'

/** The form of a record, of the vault package. */
type RecordForm = { readonly read: (value: unknown) => unknown }

/**
 * Reads a record with the reader that every device uses, so that nothing is stored here which no device would open
 * again: it checks what no schema says.
 * @throws `invalid_vault`
 */
export function checkRecord(value: unknown, form: RecordForm): void {
  try {
    form.read(value)
  } catch (error) {
    if (error instanceof VaultError) throw invalidVault(error.message)
    throw error
  }
}

export function invalidVault(message: string): ServiceError {
  return new ServiceError('invalid_vault', message)
}

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

const MEBIBYTE = 1_048_576

/**
 * Holds a vault, or what was staged of one, to the limits that its devices keep themselves. A vault that was beyond one
 * before, because the limit was higher once, may stay there and get smaller, and not grow.
 * @throws `invalid_vault`
 */
export function checkSize({ count, bytes }: VaultSize, before: VaultSize): void {
  if (count > Math.max(LIMITS.items, before.count)) throw invalidVault(`A vault holds at most ${LIMITS.items} items.`)
  if (bytes > Math.max(LIMITS.vaultBytes, before.bytes)) {
    throw invalidVault(`The items of a vault are at most ${LIMITS.vaultBytes / MEBIBYTE} MiB.`)
  }
}

/** Whether items may take a vault beyond a limit, were all of them new. */
export function mayOutgrow({ count, bytes }: VaultSize, items: readonly SealedItem[]): boolean {
  const added = items.reduce((sum, { ct }) => sum + Math.floor((ct.length * 3) / 4), 0)
  return count + items.length > LIMITS.items || bytes + added > LIMITS.vaultBytes
}
