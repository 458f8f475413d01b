import type { Sql } from '@countersign/service/sql'
import { NOTICE_LIFETIME_SECONDS } from '../notices/pending-notice.store.ts'

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
           (select now()) + make_interval(secs => ${NOTICE_LIFETIME_SECONDS}::int)
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
