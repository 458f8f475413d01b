import { type Sql, sqlText } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'

export type DueNotice = {
  readonly clientId: string
  readonly noticeId: string
  readonly attempts: number
}

type Due = {
  readonly limit: number
  /** Apps with no free place. */
  readonly busy: readonly string[]
}

const DUE = sqlText`client_id as "clientId", logout_id as "noticeId", attempts from provider.pending_logouts`

export async function listDueNotices(sql: Sql, { limit, busy }: Due): Promise<readonly DueNotice[]> {
  return sql<DueNotice>`
    select ${DUE}
     where next_attempt_at <= now() and expires_at > now() and client_id <> all(${busy}::text[])
     order by next_attempt_at limit ${limit}`
}

/** One app's longest due notice, by its own index. */
export async function findDueNotice(sql: Sql, clientId: string) {
  return findRow(sql<DueNotice>`
    select ${DUE}
     where client_id = ${clientId} and next_attempt_at <= now() and expires_at > now()
     order by next_attempt_at limit 1`)
}

export type TakenNotice = {
  /** The grant whose data changed; undefined for a logout. */
  readonly changedGrantId: string | undefined
  readonly sealedUserId: Buffer
  readonly sessionId: string | undefined
  readonly happenedAt: Date
  /** The Unix time of this end of the sign-in, or this change, exact to the microsecond: identifies it. */
  readonly happening: string
  /** It expires before the next attempt. */
  readonly isLast: boolean
}

/** As text of `timestamptz` it would depend on the session's time zone, which a cluster allows in no update. */
const EXACT_TIME = sqlText`extract(epoch from created_at - timestamptz '1970-01-01 00:00:00+00')`

/**
 * Concurrent takers wait for the row lock and find the notice no longer due; if the taker dies, any process retries.
 * The pause is computed here: a cluster refuses a write that combines its clock with a column.
 */
export async function takeNotice(sql: Sql, { clientId, noticeId, attempts }: DueNotice) {
  return findRow(sql<TakenNotice>`
    update provider.pending_logouts
       set attempts = attempts + 1,
           next_attempt_at = (select now() + ${pauseAfter(attempts)}::float8 * interval '1 second')
     where client_id = ${clientId} and logout_id = ${noticeId} and attempts = ${attempts}::int
       and next_attempt_at <= now() and expires_at > now()
    returning changed_grant_id as "changedGrantId", sealed_user_id as "sealedUserId", session_id as "sessionId",
              created_at as "happenedAt", ${EXACT_TIME}::text as happening, next_attempt_at >= expires_at as "isLast"`)
}

/** Deletes a taken notice, unless it has happened once more. */
export async function deleteNotice(
  sql: Sql,
  { clientId, noticeId }: DueNotice,
  { happening }: Pick<TakenNotice, 'happening'>,
) {
  await sql`
    delete from provider.pending_logouts
     where client_id = ${clientId} and logout_id = ${noticeId} and ${EXACT_TIME} = ${happening}::numeric`
}

/** Retries stop after a day: by then the app's tokens have told it. */
export const NOTICE_LIFETIME_SECONDS = 86_400
/** Grows fourfold up to six hours: nine attempts. Longer than one attempt takes. */
const FIRST_RETRY_SECONDS = 30
const RETRY_FACTOR = 4
const LAST_RETRY_SECONDS = 21_600
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * RETRY_FACTOR ** attempts, LAST_RETRY_SECONDS)
}
