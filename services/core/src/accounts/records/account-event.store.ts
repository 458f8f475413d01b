import type { AccountEvent } from '@countersign/contracts'
import type { Sql } from '@countersign/service/sql'
import type { Origin } from '../../ground/http/caller.ts'
import { newEventId } from './identifiers.ts'

type NewAccountEvent = Pick<AccountEvent, 'type' | 'method' | 'reason'> & {
  readonly userId: string
  readonly origin: Origin
  /** The session that began on a device that the account had not used. */
  readonly newDeviceSession?: string | undefined
}

/** Records an account event with its time and rough origin, never a name or a value. */
export async function recordAccountEvent(
  sql: Sql,
  { userId, type, method, reason, origin, newDeviceSession }: NewAccountEvent,
): Promise<void> {
  await sql`
    insert into core.account_events (user_id, event_id, type, method, reason, user_agent, network, new_device_session)
    select user_id, ${newEventId()}::uuid, ${type}::text, ${method ?? null}::text, ${reason ?? null}::text,
           ${origin.userAgent}::text, ${origin.network}::text, ${newDeviceSession ?? null}::uuid
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

type EventRow = Pick<AccountEvent, 'event_id' | 'type' | 'user_agent' | 'network'> & {
  readonly at: Date
  readonly method: NonNullable<AccountEvent['method']> | null
  readonly client_id: string | null
  readonly reason: string | null
  readonly new_device_session: string | null
}

type Page = { readonly userId: string; readonly cursor?: string | undefined; readonly limit?: number }

/** Newest first; empty if the cursor is not an event of the user, all without a cursor or a limit. */
export async function listAccountEvents(sql: Sql, { userId, cursor, limit }: Page): Promise<AccountEvent[]> {
  const rows = await sql<EventRow>`
    select event_id, type, at, method, client_id, reason, user_agent, network, new_device_session
      from core.account_events
     where user_id = ${userId}
       and (${cursor ?? null}::uuid is null
            or (at, event_id) < (select at, event_id from core.account_events
                                  where event_id = ${cursor ?? null}::uuid and user_id = ${userId}))
     order by at desc, event_id desc limit ${limit ?? null}::int`
  return rows.map(toAccountEvent)
}

function toAccountEvent({ at, method, client_id, reason, new_device_session, ...event }: EventRow): AccountEvent {
  return {
    ...event,
    at: at.toISOString(),
    ...(method && { method }),
    ...(client_id !== null && { client_id }),
    ...(reason !== null && { reason }),
    ...(new_device_session !== null && { new_device_session }),
  }
}
