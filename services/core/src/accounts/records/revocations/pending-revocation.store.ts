import { randomUUID } from 'node:crypto'
import { type Sql, sqlText, type Transaction } from '@countersign/service/sql'

export type PendingRevocation = {
  readonly noteId: string
  readonly userId: string
  /** True if the account was deleted and the provider must erase the user; false if only grants end. */
  readonly erases: boolean
  /** By this database's clock; grants given since then stay. */
  readonly askedSecondsAgo: number
}

/** Queues a revocation for the provider. An erasure replaces an end of grants, never the reverse. */
export async function insertPendingRevocation(
  sql: Transaction,
  { userId, erases }: Pick<PendingRevocation, 'userId' | 'erases'>,
): Promise<void> {
  await sql`
    insert into core.pending_revocations as pending (user_id, note_id, erases)
    values (${userId}, ${randomUUID()}, ${erases})
    on conflict (user_id) do update
      set note_id = excluded.note_id, created_at = excluded.created_at, erases = pending.erases or excluded.erases`
}

const ASKED = sqlText`
    select note_id as "noteId", user_id as "userId", erases,
           greatest(0, floor(extract(epoch from now() - created_at)))::integer as "askedSecondsAgo"
      from core.pending_revocations`

/** Pending revocations of one user or of all, longest untried first, so that a failing one does not block the others. */
export async function listPendingRevocations(
  sql: Sql,
  { limit, onlyOf }: { readonly limit: number; readonly onlyOf: string | undefined },
): Promise<PendingRevocation[]> {
  return onlyOf === undefined
    ? sql<PendingRevocation>`${ASKED} order by coalesce(tried_at, created_at), user_id limit ${limit}`
    : sql<PendingRevocation>`${ASKED} where user_id = ${onlyOf}`
}

export async function deletePendingRevocation(sql: Sql, { noteId, userId }: PendingRevocation): Promise<void> {
  await sql`delete from core.pending_revocations where user_id = ${userId} and note_id = ${noteId}`
}

export async function rescheduleRevocation(sql: Sql, { userId }: PendingRevocation): Promise<void> {
  await sql`update core.pending_revocations set tried_at = now() where user_id = ${userId}`
}
