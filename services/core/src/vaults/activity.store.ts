import type { Sql, Transaction } from '@countersign/service'
import type { ActivityEntry } from '@countersign/vault'

/** The number of the newest entry, 0 where there is none. */
export async function readLastSeq(sql: Transaction, userId: string): Promise<number> {
  const [row] = await sql<{ seq: string }>`
    select coalesce(max(seq), 0) as seq from core.activity_entries where user_id = ${userId}`
  return Number(row?.seq ?? 0)
}

export async function insertActivity(
  sql: Transaction,
  userId: string,
  entries: readonly ActivityEntry[],
): Promise<void> {
  await sql`
    insert into core.activity_entries (user_id, seq, record)
    select ${userId}::uuid, (entry ->> 'seq')::bigint, entry
      from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) entry`
}

type ActivityPage = {
  readonly before: number | undefined
  /** All of them if undefined. */
  readonly limit: number | undefined
}

/** The entries below `before`, newest first. */
export async function listActivity(
  sql: Sql,
  userId: string,
  { before, limit }: ActivityPage,
): Promise<ActivityEntry[]> {
  const rows = await sql<{ record: ActivityEntry }>`
    select record from core.activity_entries
     where user_id = ${userId} and seq < coalesce(${before ?? null}::bigint, 9223372036854775807)
     order by seq desc limit ${limit ?? null}::int`
  return rows.map(({ record }) => record)
}
