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
import type { VaultSize } from './vault.store.ts'

/**
 * Reads a record with the devices' own reader, which checks more than the schema: no device could open a refused record.
 * @throws `invalid_vault`
 */
export function checkRecord(value: unknown, form: { readonly read: (value: unknown) => unknown }): void {
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

export type NewVaultRecords = { readonly method: UnlockRecord; readonly recovery: UnlockRecord }

/** @throws `invalid_vault` unless it is a first generation with exactly these two unlock records */
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
 * A vault over a limit, because the limit was higher once, may stay or shrink, and not grow.
 * @throws `invalid_vault`
 */
export function checkSize({ count, bytes }: VaultSize, before: VaultSize): void {
  if (count > Math.max(LIMITS.items, before.count)) throw invalidVault(`A vault holds at most ${LIMITS.items} items.`)
  if (bytes > Math.max(LIMITS.vaultBytes, before.bytes)) {
    throw invalidVault(`The items of a vault are at most ${LIMITS.vaultBytes / MEBIBYTE} MiB.`)
  }
}

/** Whether items may take a vault over a limit, counting all of them as new. */
export function mayOutgrow({ count, bytes }: VaultSize, items: readonly SealedItem[]): boolean {
  const added = items.reduce((sum, { ct }) => sum + Math.floor((ct.length * 3) / 4), 0)
  return count + items.length > LIMITS.items || bytes + added > LIMITS.vaultBytes
}
