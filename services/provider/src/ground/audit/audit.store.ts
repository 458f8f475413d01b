import { type Sql, type SqlText, sqlText } from '@countersign/service/sql'

/**
 * Writes any number of events as one statement. Of one that is there already only its count can have grown; written twice,
 * because an answer was lost, it stays what it was.
 */
export async function insertEvents(sql: Sql, decisions: readonly StoredDecision[]): Promise<void> {
  await sql`
    insert into provider.audit_events
           (event_id, at, event, outcome, client_id, user_id, grant_id, auth_request_id, network, times)
    select * from jsonb_to_recordset(${JSON.stringify(decisions.map(toRow))}::jsonb)
      as e (event_id uuid, at timestamptz, event text, outcome text, client_id text, user_id text, grant_id uuid,
            auth_request_id uuid, network text, times integer)
        on conflict (event_id) do update set times = excluded.times where audit_events.times < excluded.times`
}

function toRow(decision: StoredDecision) {
  return {
    event_id: decision.eventId,
    at: decision.at.toISOString(),
    event: decision.event,
    outcome: decision.outcome,
    client_id: decision.clientId,
    user_id: decision.userId,
    grant_id: decision.grantId,
    auth_request_id: decision.authRequestId,
    network: decision.network,
    times: decision.times,
  }
}

/** Which events; all that is left out does not matter. */
export type AuditFilter = {
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  readonly event?: string | undefined
  readonly outcome?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
}

export type AuditPage = {
  readonly events: readonly StoredDecision[]
  /** The event that the next page begins behind. */
  readonly next: string | undefined
}

type AuditRow = {
  event_id: string
  at: Date
  event: string
  outcome: string | null
  client_id: string | null
  user_id: string | null
  grant_id: string | null
  auth_request_id: string | null
  network: string | null
  times: number
}

/**
 * A page of events, the newest first. Client, person and event have an index in the same order, so a page is found without
 * reading what lies before it; an outcome has none.
 */
export async function listEvents(
  sql: Sql,
  { clientId, userId, event, outcome, since, until }: AuditFilter,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<AuditPage> {
  const first = since && firstIdOf(since)
  const end = until && firstIdOf(until)
  const rows = await sql<AuditRow>`
    select event_id, at, event, outcome, client_id, user_id, grant_id, auth_request_id, network, times
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
  const events = rows.slice(0, page.limit).map(toDecision)
  return { events, next: rows.length > page.limit ? events.at(-1)?.eventId : undefined }
}

/** Each set of filters is a statement of its own: one for all would have a plan for all, which is to read everything. */
function unlessGiven(value: string | undefined): SqlText {
  return value === undefined ? sqlText`true or` : sqlText``
}

function toDecision(row: AuditRow): StoredDecision {
  return {
    eventId: row.event_id,
    at: row.at,
    event: row.event,
    outcome: row.outcome ?? undefined,
    clientId: row.client_id ?? undefined,
    userId: row.user_id ?? undefined,
    grantId: row.grant_id ?? undefined,
    authRequestId: row.auth_request_id ?? undefined,
    network: row.network ?? undefined,
    times: row.times,
  }
}

export type DayTotals = {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string
  readonly events: { readonly event: string; readonly count: number }[]
}

/** How often each kind of event happened on each day since then, the oldest day first. */
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

/** The least identifier that an event of this millisecond can have (RFC 9562 §5.7), so that times are found by the index. */
function firstIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** One decision, by identifiers. `outcome` is the code of a refusal or the reason of a revocation. */
export type AuditedDecision = {
  readonly event: string
  readonly outcome?: string | undefined
  readonly clientId?: string | undefined
  readonly userId?: string | undefined
  readonly grantId?: string | undefined
  readonly authRequestId?: string | undefined
}

export type StoredDecision = AuditedDecision & {
  readonly eventId: string
  readonly at: Date
  readonly network: string | undefined
  /** How often so far: what repeats within the hour is one event, and counted. */
  times: number
}
