import type { Sql } from '@countersign/service/sql'

export async function listAccountsAfter(sql: Sql, last: string, limit: number): Promise<readonly string[]> {
  const rows = await sql<{ user_id: string }>`
    select user_id from core.accounts where user_id > ${last}::uuid order by user_id limit ${limit}`
  return rows.map(({ user_id }) => user_id)
}

/**
 * Of these accounts, those that are as the sign-up left them, that old, and without a sign-in or a live session.
 * Suspended ones stay.
 */
export async function findUnused(sql: Sql, userIds: readonly string[], days: number): Promise<readonly string[]> {
  const rows = await sql<{ user_id: string }>`
    select a.user_id
      from core.accounts a join core.vaults v on v.user_id = a.user_id
     where a.user_id = any(${userIds}::uuid[]) and a.created_at < now() - make_interval(days => ${days}::int)
       and v.gen = 1 and a.suspended_at is null
       and not exists (select from core.unlock_records u where u.user_id = a.user_id and u.last_used_at is not null)
       and not exists (select from core.sessions s
                        where s.user_id = a.user_id and s.revoked_at is null and s.idle_expires_at > now())`
  return rows.map(({ user_id }) => user_id)
}
