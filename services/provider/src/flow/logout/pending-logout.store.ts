import { type Sql, sqlText } from '@countersign/service/sql'
import { findRow } from '../../ground/rows.ts'

export type EndedSignIn = { readonly clientId: string; readonly sessionId: string | undefined }

type Ended = {
  readonly sealedUserId: Buffer
  readonly ended: readonly EndedSignIn[]
  /** `person` ends all sign-ins at these apps, `session` only those of the session. */
  readonly of: 'person' | 'session'
}

/**
 * Once per app for a person; per session otherwise, and for apps that require a `sid`. A repeated end is due at once;
 * `created_at` distinguishes it.
 */
export async function insertLogouts(sql: Sql, { sealedUserId, ended, of }: Ended): Promise<void> {
  if (ended.length === 0) return
  await sql`
    insert into provider.pending_logouts (client_id, logout_id, sealed_user_id, session_id, expires_at)
    select client_id, coalesce(session_id, gen_random_uuid()), ${sealedUserId}::bytea, session_id,
           (select now()) + make_interval(secs => ${LOGOUT_LIFETIME_SECONDS}::int)
      from (select distinct c.client_id,
                   case when c.backchannel_logout_session_required or ${of}::text = 'session'
                        then e.session_id end as session_id,
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

/** A user's sign-ins within these sessions, found by grants that are still stored. */
export async function listSignInsOfSessions(sql: Sql, userId: string, sessionIds: readonly string[]) {
  return sql<EndedSignIn>`
    select distinct client_id as "clientId", session_id as "sessionId" from provider.grants
     where user_id = ${userId} and session_id = any(${sessionIds}::uuid[])`
}

export type DueLogout = {
  readonly clientId: string
  readonly logoutId: string
  readonly attempts: number
}

type Due = {
  readonly limit: number
  /** Apps with no free place. */
  readonly busy: readonly string[]
}

const DUE = sqlText`client_id as "clientId", logout_id as "logoutId", attempts from provider.pending_logouts`

export async function listDueLogouts(sql: Sql, { limit, busy }: Due): Promise<readonly DueLogout[]> {
  return sql<DueLogout>`
    select ${DUE}
     where next_attempt_at <= now() and expires_at > now() and client_id <> all(${busy}::text[])
     order by next_attempt_at limit ${limit}`
}

/** One app's longest due logout, by its own index. */
export async function findDueLogout(sql: Sql, clientId: string) {
  return findRow(sql<DueLogout>`
    select ${DUE}
     where client_id = ${clientId} and next_attempt_at <= now() and expires_at > now()
     order by next_attempt_at limit 1`)
}

export type TakenLogout = {
  readonly sealedUserId: Buffer
  readonly sessionId: string | undefined
  readonly endedAt: Date
  /** Its microseconds identify this end of the sign-in. */
  readonly end: string
  /** It expires before the next attempt. */
  readonly isLast: boolean
}

/**
 * Concurrent takers wait for the row lock and find the logout no longer due; if the taker dies, any process retries.
 * The pause is computed here: a cluster refuses a write that combines its clock with a column.
 */
export async function takeLogout(sql: Sql, { clientId, logoutId, attempts }: DueLogout) {
  return findRow(sql<TakenLogout>`
    update provider.pending_logouts
       set attempts = attempts + 1,
           next_attempt_at = (select now() + ${pauseAfter(attempts)}::float8 * interval '1 second')
     where client_id = ${clientId} and logout_id = ${logoutId} and attempts = ${attempts}::int
       and next_attempt_at <= now() and expires_at > now()
    returning sealed_user_id as "sealedUserId", session_id as "sessionId", created_at as "endedAt",
              created_at::text as "end", next_attempt_at >= expires_at as "isLast"`)
}

/** Deletes a taken logout, unless its sign-in has ended once more. */
export async function deleteLogout(sql: Sql, { clientId, logoutId }: DueLogout, { end }: Pick<TakenLogout, 'end'>) {
  await sql`
    delete from provider.pending_logouts
     where client_id = ${clientId} and logout_id = ${logoutId} and created_at = ${end}::timestamptz`
}

/** Retries stop after a day: by then the app's tokens have told it. */
const LOGOUT_LIFETIME_SECONDS = 86_400
/** Grows fourfold up to six hours: nine attempts. Longer than one attempt takes. */
const FIRST_RETRY_SECONDS = 30
const RETRY_FACTOR = 4
const LAST_RETRY_SECONDS = 21_600
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_RETRY_SECONDS * RETRY_FACTOR ** attempts, LAST_RETRY_SECONDS)
}
