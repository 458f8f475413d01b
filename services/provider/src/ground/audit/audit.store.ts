import type { AuditEvent } from '@countersign/contracts'
import { type Sql, type SqlPool, type SqlText, sqlText } from '@countersign/service/sql'
import { findRow, readRow } from '../rows.ts'
import { insertDeliveries } from './event-delivery.store.ts'

const EVENT = sqlText`
  event_id as "eventId", at, event, outcome, client_id as "clientId", user_id as "userId", actor_id as "actorId", reason,
  grant_id as "grantId", auth_request_id as "authRequestId", network, times`

/** Names of events that are sent to EVENTS_URL. */
export type SentEvents = ReadonlySet<string>

const NONE: SentEvents = new Set()

const COUNT_UP = sqlText`
        on conflict (event_id) do update set times = excluded.times where audit_events.times < excluded.times`
const UNLESS_WRITTEN = sqlText`on conflict (event_id) do nothing returning event_id as "eventId"`

/**
 * Upserts events; new ones of these names wait for EVENTS_URL from then on. A repeat can only raise the count, so writing twice
 * after a lost answer is safe.
 */
export async function insertEvents(
  sql: SqlPool,
  decisions: readonly StoredDecision[],
  sent: SentEvents = NONE,
): Promise<void> {
  if (!decisions.some(({ event }) => sent.has(event))) {
    await writeEvents(sql, decisions, COUNT_UP)
    return
  }
  await sql.transaction(async (transaction) => {
    const written = new Set((await writeEvents(transaction, decisions, UNLESS_WRITTEN)).map(({ eventId }) => eventId))
    const [fresh = [], repeated = []] = [true, false].map((isNew) =>
      decisions.filter(({ eventId }) => written.has(eventId) === isNew),
    )
    if (repeated.length > 0) await writeEvents(transaction, repeated, COUNT_UP)
    const waiting = fresh.filter(({ event }) => sent.has(event))
    if (waiting.length > 0) await insertDeliveries(transaction, waiting)
  })
}

async function writeEvents(sql: Sql, decisions: readonly StoredDecision[], conflict: SqlText) {
  return sql<{ eventId: string }>`
    insert into provider.audit_events
           (event_id, at, event, outcome, client_id, user_id, actor_id, reason, grant_id, auth_request_id, network, times)
    select * from jsonb_to_recordset(${JSON.stringify(decisions.map(describeEvent))}::jsonb)
      as e (event_id uuid, at timestamptz, event text, outcome text, client_id text, user_id text, actor_id text,
            reason text, grant_id uuid, auth_request_id uuid, network text, times integer)
    ${conflict}`
}

/** Undefined once it has left the trail. */
export async function findEvent(sql: Sql, eventId: string): Promise<StoredDecision | undefined> {
  return findRow(sql<StoredDecision>`select ${EVENT} from provider.audit_events where event_id = ${eventId}`)
}

/** An absent field matches every event. */
export type AuditFilter = Pick<AuditedDecision, 'clientId' | 'userId' | 'outcome'> & {
  readonly event?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

/** A page of events, newest first, found by an index for client, user and event; outcome has none. */
export async function listEvents(
  sql: Sql,
  { clientId, userId, event, outcome, since, until }: AuditFilter,
  page: { readonly limit: number; readonly before?: string | undefined },
) {
  const first = since && firstIdOf(since)
  const end = until && firstIdOf(until)
  const rows = await sql<StoredDecision>`
    select ${EVENT}
      from provider.audit_events
     where (${unlessGiven(clientId)} client_id = ${clientId ?? null})
       and (${unlessGiven(userId)} user_id = ${userId ?? null})
       and (${unlessGiven(event)} event = ${event ?? null})
       and (${unlessGiven(outcome)} outcome = ${outcome ?? null})
       and (${unlessGiven(first)} event_id >= ${first ?? null})
       and (${unlessGiven(end)} event_id < ${end ?? null})
       and (${unlessGiven(page.before)} event_id < ${page.before ?? null})
     order by event_id desc
     limit ${page.limit + 1}`
  const events = rows.slice(0, page.limit).map(readRow)
  return { events, next: rows.length > page.limit ? events.at(-1)?.eventId : undefined }
}

/** One statement per set of filters: a single one would be planned as a full scan. */
function unlessGiven(value: string | undefined): SqlText {
  return value === undefined ? sqlText`true or` : sqlText``
}

export type DayTotals = {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string
  readonly events: { readonly event: string; readonly count: number }[]
}

export async function countByDay(sql: Sql, since: Date): Promise<readonly DayTotals[]> {
  const rows = await sql<{ day: string; event: string; count: number }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, event, sum(times)::float8 as count
      from provider.audit_events
     where event_id >= ${firstIdOf(since)}::uuid
     group by 1, 2
     order by 1, 2`
  const days = Map.groupBy(rows, ({ day }) => day)
  return [...days].map(([day, totals]) => ({ day, events: totals.map(({ event, count }) => ({ event, count })) }))
}

export type CountedRefusal = {
  readonly event: string
  readonly outcome: string | undefined
  readonly count: number
  readonly lastAt: Date
}

const MAXIMUM_REFUSALS = 50

/** The refusals of an app by event and outcome, the most recent first. */
export async function countRefusals(sql: Sql, clientId: string, since: Date): Promise<CountedRefusal[]> {
  const rows = await sql<CountedRefusal>`
    select event, outcome, sum(times)::float8 as count, max(at) as "lastAt"
      from provider.audit_events
     where client_id = ${clientId} and event_id >= ${firstIdOf(since)}::uuid
       and (event like '%!_refused' escape '!' or event in ('rate_limited', 'logout_token_given_up', 'data_changed_given_up')
            or (event = 'grant_revoked' and outcome in ('code_replayed', 'refresh_token_reused')))
     group by 1, 2
     order by 4 desc
     limit ${MAXIMUM_REFUSALS}`
  return rows.map(readRow)
}

/** The lowest event id of a millisecond (RFC 9562 §5.7), so that times use the primary key. */
function firstIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** One decision. `outcome` is a refusal's code or a revocation's reason. */
export type AuditedDecision = {
  readonly event: string
  readonly outcome?: string | undefined
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  /** Of an act on an account: the administrator, by their own account. */
  readonly actorId?: string | undefined
  readonly reason?: string | undefined
  readonly grantId?: string | undefined
  readonly authRequestId?: string | undefined
}

export type StoredDecision = AuditedDecision & {
  readonly eventId: string
  readonly at: Date
  readonly network: string | undefined
  /** Repeats within the hour count up one event. */
  times: number
}

export function describeEvent({ at, ...decision }: StoredDecision): AuditEvent {
  return {
    event_id: decision.eventId,
    event: decision.event,
    outcome: decision.outcome ?? null,
    client_id: decision.clientId ?? null,
    user_id: decision.userId ?? null,
    actor_id: decision.actorId ?? null,
    reason: decision.reason ?? null,
    grant_id: decision.grantId ?? null,
    auth_request_id: decision.authRequestId ?? null,
    network: decision.network ?? null,
    times: decision.times,
    at: at.toISOString(),
  }
}
