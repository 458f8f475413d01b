import type { Sql } from '@countersign/service'

export type RecoveryKeyVerifier = { readonly userId: string; readonly unlockId: string; readonly authHash: Buffer }

/** Returns whether the identifier was free. It is derived from 160 random bits, so it is unless somebody copied one. */
export async function insertRecoveryKey(sql: Sql, recId: string, key: RecoveryKeyVerifier): Promise<boolean> {
  const rows = await sql`
    insert into core.recovery_keys (rec_id, user_id, unlock_id, auth_sha256)
    values (${recId}, ${key.userId}, ${key.unlockId}, ${key.authHash})
    on conflict (rec_id) do nothing
    returning user_id`
  return rows.length === 1
}

export async function findRecoveryKey(sql: Sql, recId: string): Promise<RecoveryKeyVerifier | undefined> {
  const [row] = await sql<{ user_id: string; unlock_id: string; auth_sha256: Buffer }>`
    select user_id, unlock_id, auth_sha256 from core.recovery_keys where rec_id = ${recId}`
  return row && { userId: row.user_id, unlockId: row.unlock_id, authHash: row.auth_sha256 }
}
