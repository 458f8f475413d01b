import type { Sql } from '@countersign/service'

export async function insertPendingRevocation(sql: Sql, userId: string): Promise<void> {
  await sql`insert into core.pending_revocations (user_id) values (${userId})`
}

/** Whose grants are still to be taken back, longest waiting first. */
export async function listPendingRevocations(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ user_id: string }>`
    select user_id from core.pending_revocations order by created_at, user_id limit ${limit}`
  return rows.map(({ user_id }) => user_id)
}

export async function deletePendingRevocation(sql: Sql, userId: string): Promise<void> {
  await sql`delete from core.pending_revocations where user_id = ${userId}`
}
