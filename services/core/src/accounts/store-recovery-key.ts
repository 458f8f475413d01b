import type { NewRecoveryKey } from '@countersign/contracts'
import type { Transaction } from '@countersign/service/sql'
import { invalidVault } from '../vaults/check-records.ts'
import { insertRecoveryKey } from './recovery-key.store.ts'

type StoredRecoveryKey = { readonly key: NewRecoveryKey; readonly unlockId: string }

/**
 * Stores what proves a recovery key.
 * @throws `invalid_vault` for one that an account has already
 */
export async function storeRecoveryKey(
  sql: Transaction,
  userId: string,
  { key, unlockId }: StoredRecoveryKey,
): Promise<void> {
  const authHash = Buffer.from(key.auth_sha256, 'base64url')
  if (await insertRecoveryKey(sql, key.rec_id, { userId, unlockId, authHash })) return
  throw invalidVault('This recovery key belongs to another account. Make a new one.')
}
