import type { AccountEvent } from '@countersign/contracts'
import type { Sql } from '@countersign/service/sql'
import type { MethodType } from '@countersign/vault'
import type { Origin } from '../../ground/http/origin.ts'
import { newEventId } from './event-id.ts'

export type NewAccountEvent = {
  readonly userId: string
  readonly type: AccountEvent['type']
  readonly method?: MethodType
  readonly origin: Origin
}

/** Records an account event with its time and rough origin, never a name or a value. */
export async function recordAccountEvent(sql: Sql, { userId, type, method, origin }: NewAccountEvent): Promise<void> {
  await sql`
    insert into core.account_events (user_id, event_id, type, method, user_agent, network)
    select user_id, ${newEventId()}::uuid, ${type}::text, ${method ?? null}::text, ${origin.userAgent}::text, ${origin.network}::text
      from core.accounts where user_id = ${userId} for key share`
}

type SilentSignIn = Pick<NewAccountEvent, 'userId' | 'origin'> & { readonly clientId: string }

/** At most one event per hour and app, so that an app cannot flood the user's log with silent sign-ins. */
export async function recordSilentSignIn(sql: Sql, { userId, clientId, origin }: SilentSignIn): Promise<void> {
  await sql`
    insert into core.account_events (user_id, event_id, type, client_id, user_agent, network)
    select user_id, ${newEventId()}::uuid, 'silent_sign_in', ${clientId}::text, ${origin.userAgent}::text, ${origin.network}::text
      from core.accounts
     where user_id = ${userId}
       and not exists (select from core.account_events e
                        where e.user_id = ${userId} and e.client_id = ${clientId} and e.at > now() - interval '1 hour')
       for key share`
}

export type RecordedEvent = {
  readonly eventId: string
  readonly type: AccountEvent['type']
  readonly method: MethodType | undefined
  readonly clientId: string | undefined
  readonly at: Date
  readonly origin: Origin
}

type EventRow = {
  readonly event_id: string
  readonly type: AccountEvent['type']
  readonly at: Date
  readonly method: MethodType | null
  readonly client_id: string | null
  readonly user_agent: string
  readonly network: string
}

type Page = {
  readonly userId: string
  readonly cursor: string | undefined
  /** All of them if undefined. */
  readonly limit: number | undefined
}

/** Events older than the cursor, newest first; empty if the cursor is not an event of the user. All without a cursor. */
export async function listAccountEvents(sql: Sql, { userId, cursor, limit }: Page): Promise<RecordedEvent[]> {
  const rows = await sql<EventRow>`
    select event_id, type, at, method, client_id, user_agent, network
      from core.account_events
     where user_id = ${userId}
       and (${cursor ?? null}::uuid is null
            or (at, event_id) < (select at, event_id from core.account_events
                                  where event_id = ${cursor ?? null}::uuid and user_id = ${userId}))
     order by at desc, event_id desc limit ${limit ?? null}::int`
  return rows.map(toRecordedEvent)
}

function toRecordedEvent(row: EventRow): RecordedEvent {
  return {
    eventId: row.event_id,
    type: row.type,
    method: row.method ?? undefined,
    clientId: row.client_id ?? undefined,
    at: row.at,
    origin: { userAgent: row.user_agent, network: row.network },
  }
}
