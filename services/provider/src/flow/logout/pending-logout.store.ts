import type { Sql } from '@countersign/service/sql'
import { LOGOUT_LIFETIME_SECONDS, pauseAfter } from './logout-lifetimes.ts'

/** A sign-in of a person at an app that has ended. */
export type EndedSignIn = { readonly clientId: string; readonly sessionId: string | undefined }

type Ended = {
  readonly sealedUserId: Buffer
  readonly ended: readonly EndedSignIn[]
  /** Of a `person`, every sign-in at these apps has ended; of a `session`, only those that it led to. */
  readonly of: 'person' | 'session'
}

/**
 * Notes what apps are to be told, of those that want to be: of a person once for each app, and of a session, or for an app
 * that must be told which one, once for each. Where none is known, such an app could make nothing of it. What has ended once
 * more is told at once, however long the last attempt was waiting; `created_at` tells the new end from the one before it.
 */
export async function insertLogouts(sql: Sql, { sealedUserId, ended, of }: Ended): Promise<void> {
  if (ended.length === 0) return
  await sql`
    insert into provider.pending_logouts (client_id, logout_id, sealed_user_id, session_id, expires_at)
    select client_id, coalesce(session_id, gen_random_uuid()), ${sealedUserId}::bytea, session_id,
           (select now()) + make_interval(secs => ${LOGOUT_LIFETIME_SECONDS}::int)
      from (select distinct c.client_id,
                   case when c.backchannel_logout_session_required or ${of}::text = 'session' then e.session_id end as session_id,
                   c.backchannel_logout_session_required or ${of}::text = 'session' as needs_session
              from jsonb_to_recordset(${JSON.stringify(ended.map(toRow))}::jsonb) as e (client_id text, session_id uuid)
              join provider.clients c on c.client_id = e.client_id and c.backchannel_logout_uri is not null) as told
     where session_id is not null or not needs_session
        on conflict (client_id, logout_id) do update
       set sealed_user_id = excluded.sealed_user_id, created_at = excluded.created_at,
           next_attempt_at = excluded.next_attempt_at, expires_at = excluded.expires_at`
}

function toRow({ clientId, sessionId }: EndedSignIn) {
  return { client_id: clientId, session_id: sessionId ?? null }
}

/** The apps that a person signed in to within these sessions, as far as the grants of it have not left. */
export async function listSignInsOfSessions(
  sql: Sql,
  userId: string,
  sessionIds: readonly string[],
): Promise<readonly EndedSignIn[]> {
  const rows = await sql<{ client_id: string; session_id: string }>`
    select distinct client_id, session_id from provider.grants
     where user_id = ${userId} and session_id = any(${sessionIds}::uuid[])`
  return rows.map((row) => ({ clientId: row.client_id, sessionId: row.session_id }))
}

export type DueLogout = {
  readonly clientId: string
  readonly logoutId: string
  /** Made before this one. */
  readonly attempts: number
}

type Due = {
  readonly limit: number
  /** Apps that have enough under way already. */
  readonly busy: readonly string[]
}

type DueRow = { client_id: string; logout_id: string; attempts: number }

/** What is to be sent now, the longest due first. */
export async function listDueLogouts(sql: Sql, { limit, busy }: Due): Promise<readonly DueLogout[]> {
  const rows = await sql<DueRow>`
    select client_id, logout_id, attempts from provider.pending_logouts
     where next_attempt_at <= now() and expires_at > now() and client_id <> all(${busy}::text[])
     order by next_attempt_at limit ${limit}`
  return rows.map(toDueLogout)
}

/** The longest due logout of one app, found by its own index however many wait. */
export async function findDueLogout(sql: Sql, clientId: string): Promise<DueLogout | undefined> {
  const [row] = await sql<DueRow>`
    select client_id, logout_id, attempts from provider.pending_logouts
     where client_id = ${clientId} and next_attempt_at <= now() and expires_at > now()
     order by next_attempt_at limit 1`
  return row && toDueLogout(row)
}

function toDueLogout(row: DueRow): DueLogout {
  return { clientId: row.client_id, logoutId: row.logout_id, attempts: row.attempts }
}

export type TakenLogout = {
  readonly sealedUserId: Buffer
  readonly sessionId: string | undefined
  readonly endedAt: Date
  /** The same to the microsecond, as the database writes it: which end of this sign-in it is. */
  readonly end: string
  /** Its time is over before it could be sent again. */
  readonly isLast: boolean
}

type TakenRow = {
  sealed_user_id: Buffer
  session_id: string | null
  created_at: Date
  end: string
  is_last: boolean
}

/**
 * Takes one to send it; nothing if another process has it, or it is gone. Of several at once, one finds it due: the others wait
 * for its lock, and then it is not. Whoever took it and ended before it was sent has it sent again, by whichever process. The
 * pause is reckoned here: a cluster refuses a write whose clock stands beside a column.
 */
export async function takeLogout(
  sql: Sql,
  { clientId, logoutId, attempts }: DueLogout,
): Promise<TakenLogout | undefined> {
  const [row] = await sql<TakenRow>`
    update provider.pending_logouts
       set attempts = attempts + 1,
           next_attempt_at = (select now() + ${pauseAfter(attempts)}::float8 * interval '1 second')
     where client_id = ${clientId} and logout_id = ${logoutId} and attempts = ${attempts}::int
       and next_attempt_at <= now() and expires_at > now()
    returning sealed_user_id, session_id, created_at, created_at::text as "end", next_attempt_at >= expires_at as is_last`
  return (
    row && {
      sealedUserId: row.sealed_user_id,
      sessionId: row.session_id ?? undefined,
      endedAt: row.created_at,
      end: row.end,
      isLast: row.is_last,
    }
  )
}

/** Of one that was taken, unless what it is about has ended once more. */
export async function deleteLogout(
  sql: Sql,
  { clientId, logoutId }: DueLogout,
  { end }: Pick<TakenLogout, 'end'>,
): Promise<void> {
  await sql`
    delete from provider.pending_logouts
     where client_id = ${clientId} and logout_id = ${logoutId} and created_at = ${end}::timestamptz`
}
