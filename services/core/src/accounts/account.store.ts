import type { Sql, Transaction } from '@countersign/service/sql'
import type { UnlockRecord } from '@countersign/vault'
import { invalidSession } from '../ground/http/invalid-session.ts'

export async function insertAccount(sql: Transaction, userId: string): Promise<void> {
  await sql`insert into core.accounts (user_id) values (${userId})`
}

type NewUnlockRecord = {
  readonly record: UnlockRecord
  /** Identifier by which the method is found before its user is known. */
  readonly credential: string
}

export async function insertUnlockRecord(
  sql: Transaction,
  userId: string,
  { record, credential }: NewUnlockRecord,
): Promise<void> {
  await sql`
    insert into core.unlock_records (user_id, unlock_id, record, credential)
    values (${userId}, ${record.id}, ${JSON.stringify(record)}::jsonb, ${credential})`
}

/** Lets the device open the vault with the method of this sign-in. */
export type Unlock = { readonly vaultId: string; readonly unlock: UnlockRecord }

/** Reads the record of a method that was just used, and notes that it was. */
export async function readUnlock(
  sql: Sql,
  { userId, unlockId }: { readonly userId: string; readonly unlockId: string },
): Promise<Unlock> {
  const [row] = await sql<{ vault_id: string; record: UnlockRecord }>`
    update core.unlock_records u set last_used_at = now()
      from core.vaults v
     where u.user_id = ${userId} and u.unlock_id = ${unlockId} and v.user_id = ${userId}
    returning v.vault_id, u.record`
  // It ended just now, or the account did, and the session with it.
  if (!row) throw invalidSession()
  return { vaultId: row.vault_id, unlock: row.record }
}
