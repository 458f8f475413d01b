import type { Sql } from '@countersign/service'
import type { StoredDecision } from './decision.ts'

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
  readonly since?: Date | undefined
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
 * A page of events, the newest first. Each filter that is given has an index in the same order, so a page is found without
 * reading what lies before it.
 */
export async function listEvents(
  sql: Sql,
  { clientId, userId, event, since }: AuditFilter,
  page: { readonly limit: number; readonly before?: string | undefined },
): Promise<AuditPage> {
  const rows = await sql<AuditRow>`
    select event_id, at, event, outcome, client_id, user_id, grant_id, auth_request_id, network, times
      from provider.audit_events
     where (${clientId ?? null}::text is null or client_id = ${clientId ?? null})
       and (${userId ?? null}::text is null or user_id = ${userId ?? null})
       and (${event ?? null}::text is null or event = ${event ?? null})
       and (${since ?? null}::timestamptz is null or at >= ${since ?? null})
       and (${page.before ?? null}::uuid is null or event_id < ${page.before ?? null})
     order by event_id desc
     limit ${page.limit + 1}`
  const events = rows.slice(0, page.limit).map(toDecision)
  return { events, next: rows.length > page.limit ? events.at(-1)?.eventId : undefined }
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
