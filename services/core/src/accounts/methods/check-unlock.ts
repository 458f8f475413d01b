import { isBoundTo, UNLOCK_RECORD, type UnlockBinding, type UnlockRecord } from '@countersign/vault'
import { checkRecord, invalidVault } from '../../vaults/check-records.ts'

type Expected = { readonly vaultId: string; readonly akGen: number; readonly binding: UnlockBinding }

/**
 * Checks a new unlock record by all that shows of it. Whether the head lists it, and what it opens, only a device can
 * see.
 * @throws `invalid_vault`
 */
export function checkUnlock(record: UnlockRecord, { vaultId, akGen, binding }: Expected): void {
  checkRecord(record, UNLOCK_RECORD)
  if (record.vault_id !== vaultId) throw invalidVault('The unlock record is of another vault.')
  if (record.ak_gen !== akGen) throw invalidVault('The unlock record is of another account key.')
  if (!isBoundTo(record, binding)) throw invalidVault('The unlock record is bound to another method.')
}
