import type { Sql, Transaction } from '@countersign/service/sql'

export type RecoveryVerifier = { readonly userId: string; readonly unlockId: string; readonly authHash: Buffer }

/**
 * Returns whether the identifier was free, or the person's own. It is derived from 160 random bits, so only a copied one
 * is not.
 */
export async function insertRecoveryKey(sql: Transaction, recId: string, key: RecoveryVerifier): Promise<boolean> {
  const rows = await sql`
    insert into core.recovery_keys as stored (rec_id, user_id, unlock_id, auth_sha256)
    values (${recId}, ${key.userId}, ${key.unlockId}, ${key.authHash})
    on conflict (rec_id) do update set unlock_id = excluded.unlock_id, auth_sha256 = excluded.auth_sha256
     where stored.user_id = excluded.user_id
    returning user_id`
  return rows.length === 1
}

export async function findRecoveryKey(sql: Sql, recId: string): Promise<RecoveryVerifier | undefined> {
  const [row] = await sql<{ user_id: string; unlock_id: string; auth_sha256: Buffer }>`
    select user_id, unlock_id, auth_sha256 from core.recovery_keys where rec_id = ${recId}`
  return row && { userId: row.user_id, unlockId: row.unlock_id, authHash: row.auth_sha256 }
}
