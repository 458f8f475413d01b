import type { Sql, Transaction } from '@countersign/service/sql'
import { type ActivityEntry, LIMITS } from '@countersign/vault'

export async function findNewestEntry(sql: Transaction, userId: string): Promise<ActivityEntry | undefined> {
  const [row] = await sql<{ record: ActivityEntry }>`
    select record from core.activity_entries where user_id = ${userId} order by seq desc limit 1`
  return row?.record
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

/** Deletes all but the newest entries, of which `lastSeq` is the last: devices read no more. */
export async function deleteOldActivity(sql: Transaction, userId: string, lastSeq: number): Promise<void> {
  await sql`delete from core.activity_entries where user_id = ${userId} and seq <= ${lastSeq - LIMITS.activity}::bigint`
}

type ActivityPage = { readonly before?: number; readonly limit?: number }

/** The entries below `before`, or all, newest first, as JSON: they are text from the database to the device. */
export async function readActivityText(
  sql: Sql,
  userId: string,
  { before, limit }: ActivityPage = {},
): Promise<string> {
  const [row] = await sql<{ entries: string }>`
    select '[' || coalesce(string_agg(record::text, ',' order by seq desc), '') || ']' as entries
      from (select seq, record from core.activity_entries
             where user_id = ${userId} and seq < coalesce(${before ?? null}::bigint, 9223372036854775807)
             order by seq desc limit ${limit ?? null}::int) page`
  return row?.entries ?? '[]'
}
