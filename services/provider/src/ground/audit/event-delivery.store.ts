import type { Sql } from '@countersign/service/sql'
import { findRow } from '../rows.ts'

export type DueEvent = {
  readonly eventId: string
  readonly event: string
  /** Its events are sent one after another. */
  readonly queue: string
  readonly attempts: number
}

const LIFETIME_SECONDS = 7 * 86_400
/** Longer than a process buffers an event: an earlier event of another process is there by then. */
const FIRST_ATTEMPT_SECONDS = 2

type Written = {
  readonly eventId: string
  readonly event: string
  readonly userId?: string | undefined
  readonly clientId?: string | undefined
}

export async function insertDeliveries(sql: Sql, events: readonly Written[]): Promise<void> {
  const rows = events.map(({ eventId, event, userId, clientId }) => ({
    event_id: eventId,
    event,
    queue: userId ?? clientId ?? eventId,
  }))
  await sql`
    insert into provider.event_deliveries (event_id, event, queue, next_attempt_at, expires_at)
    select event_id, event, queue, (select now()) + make_interval(secs => ${FIRST_ATTEMPT_SECONDS}::int),
           (select now()) + make_interval(secs => ${LIFETIME_SECONDS}::int)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (event_id uuid, event text, queue text)
        on conflict (event_id) do nothing`
}

/** However many wait behind others, a look at the list stays cheap. */
const ROWS_LOOKED_AT = 1_000

/** The first of each queue that is due, but of those under way. */
export async function listDueEvents(
  sql: Sql,
  { limit, busy }: { readonly limit: number; readonly busy: readonly string[] },
): Promise<readonly DueEvent[]> {
  return sql<DueEvent>`
    select event_id as "eventId", event, queue, attempts
      from (select event_id, event, queue, attempts, next_attempt_at from provider.event_deliveries
             where next_attempt_at <= now() and expires_at > now() and queue <> all(${busy}::text[])
             order by next_attempt_at limit ${ROWS_LOOKED_AT}) due
     where not exists (
       select from provider.event_deliveries earlier
        where earlier.queue = due.queue and earlier.event_id < due.event_id and earlier.expires_at > now())
     order by next_attempt_at limit ${limit}`
}

/** The first of a queue, if it is due. */
export async function findDueEvent(sql: Sql, queue: string): Promise<DueEvent | undefined> {
  return findRow(sql<DueEvent>`
    select event_id as "eventId", event, queue, attempts
      from (select event_id, event, queue, attempts, next_attempt_at from provider.event_deliveries
             where queue = ${queue} and expires_at > now()
             order by event_id limit 1) first
     where next_attempt_at <= now()`)
}

export type TakenEvent = {
  readonly nextAttemptAt: Date
  /** It expires before the next attempt. */
  readonly isLast: boolean
}

/**
 * Concurrent takers wait for the row lock and find it no longer due; if the taker dies, any process retries after the pause.
 * The pause is computed here: a cluster refuses a write that combines its clock with a column.
 */
export async function takeEvent(sql: Sql, { eventId, attempts }: DueEvent): Promise<TakenEvent | undefined> {
  return findRow(sql<TakenEvent>`
    update provider.event_deliveries
       set attempts = attempts + 1,
           next_attempt_at = (select now() + ${pauseAfter(attempts)}::float8 * interval '1 second')
     where event_id = ${eventId} and attempts = ${attempts}::int and next_attempt_at <= now() and expires_at > now()
    returning next_attempt_at as "nextAttemptAt", next_attempt_at >= expires_at as "isLast"`)
}

/** Up to an hour, so that an outage is over soon after its end. Longer than one attempt takes. */
const FIRST_RETRY_SECONDS = 30
const RETRY_FACTOR = 4
const LAST_RETRY_SECONDS = 3_600
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * RETRY_FACTOR ** attempts, LAST_RETRY_SECONDS)
}

/** Notes why, and lets all behind it wait as long: those that are due and cannot be sent would fill the list. */
export async function noteFailure(
  sql: Sql,
  { eventId, queue }: DueEvent,
  { failure, nextAttemptAt }: { readonly failure: string; readonly nextAttemptAt: Date },
): Promise<void> {
  await sql`
    update provider.event_deliveries set failed_at = (select now()), failure = ${failure} where event_id = ${eventId}`
  await sql`
    update provider.event_deliveries set next_attempt_at = ${nextAttemptAt}
     where queue = ${queue} and next_attempt_at < ${nextAttemptAt}`
}

export async function deleteDelivery(sql: Sql, { eventId }: Pick<DueEvent, 'eventId'>): Promise<void> {
  await sql`delete from provider.event_deliveries where event_id = ${eventId}`
}

/** Waiting events of an erased person keep no name, and no order. */
export async function takeNameFromDeliveries(sql: Sql, userId: string): Promise<void> {
  await sql`update provider.event_deliveries set queue = event_id::text where queue = ${userId}`
}

const MOST_FAILURES = 5

export async function readWaitingEvents(sql: Sql) {
  const [row] = await sql<{ waiting: number; since: Date | null; age: number }>`
    select waiting, since, coalesce(extract(epoch from now() - since), 0)::float8 as age
      from (select count(*)::int as waiting, min(created_at) as since from provider.event_deliveries) all_of_them`
  const failures = await sql<{ at: Date; event: string; reason: string }>`
    select failed_at as at, event, failure as reason from provider.event_deliveries
     where failed_at is not null order by failed_at desc limit ${MOST_FAILURES}`
  return { waiting: row?.waiting ?? 0, since: row?.since ?? undefined, ageSeconds: row?.age ?? 0, failures }
}

export type WaitingEvents = Awaited<ReturnType<typeof readWaitingEvents>>
