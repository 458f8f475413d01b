import type { NewVault } from '@countersign/contracts'
import type { Transaction } from '@countersign/service'
import type { NewVaultRecords } from '../vaults/check-new-vault.ts'
import { insertVault } from '../vaults/vault.store.ts'
import { insertAccount, insertUnlockRecord } from './account.store.ts'
import { storeRecoveryKey } from './store-recovery-key.ts'

type NewAccount = { readonly vault: NewVault; readonly records: NewVaultRecords; readonly etag: string }

/** Stores an account with its vault and its recovery key; the method that signs up comes next, in the same transaction. */
export async function storeAccount(
  sql: Transaction,
  userId: string,
  { vault, records, etag }: NewAccount,
): Promise<void> {
  await insertAccount(sql, userId)
  await insertVault(sql, userId, { vaultId: vault.vault_id, head: vault.head, etag })
  for (const record of [records.method, records.recovery]) await insertUnlockRecord(sql, userId, record)
  await storeRecoveryKey(sql, userId, { key: vault.recovery, unlockId: records.recovery.id })
}
