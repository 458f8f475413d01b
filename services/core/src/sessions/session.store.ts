import type { SessionScope } from '@countersign/contracts'
import type { Sql } from '@countersign/service'

export type ActiveSession = {
  readonly sessionId: string
  readonly userId: string
  readonly scope: SessionScope
  readonly createdAt: Date
  readonly authTime: Date
  readonly idleExpiresAt: Date
  readonly absoluteExpiresAt: Date
}

export type NewSession = {
  readonly userId: string
  readonly tokenHash: Buffer
  readonly scope: SessionScope
  readonly methodId: string
  readonly idleSeconds: number
  readonly absoluteSeconds: number
}

type SessionRow = {
  readonly session_id: string
  readonly user_id: string
  readonly scope: SessionScope
  readonly created_at: Date
  readonly auth_time: Date
  readonly idle_expires_at: Date
  readonly absolute_expires_at: Date
}

export async function insertSession(sql: Sql, session: NewSession): Promise<ActiveSession> {
  const { userId, tokenHash, scope, methodId, idleSeconds, absoluteSeconds } = session
  const [row] = await sql<SessionRow>`
    insert into core.sessions (user_id, token_sha256, scope, method_id, idle_expires_at, absolute_expires_at)
    values (${userId}, ${tokenHash}, ${scope}, ${methodId},
            now() + ${idleSeconds}::int * interval '1 second', now() + ${absoluteSeconds}::int * interval '1 second')
    returning session_id, user_id, scope, created_at, auth_time, idle_expires_at, absolute_expires_at`
  if (!row) throw new Error('A session was inserted and not returned.')
  return toSession(row)
}

/** Finds a live session by the unique hash of its token, and tells whether it is time to note that it was used. */
export async function findActiveSession(
  sql: Sql,
  tokenHash: Buffer,
  touchAfterSeconds: number,
): Promise<{ readonly session: ActiveSession; readonly isTouchDue: boolean } | undefined> {
  const [row] = await sql<SessionRow & { readonly is_touch_due: boolean }>`
    select session_id, user_id, scope, created_at, auth_time, idle_expires_at, absolute_expires_at,
           last_seen_at <= now() - ${touchAfterSeconds}::int * interval '1 second' as is_touch_due
      from core.sessions
     where token_sha256 = ${tokenHash} and revoked_at is null
       and idle_expires_at > now() and absolute_expires_at > now()`
  return row && { session: toSession(row), isTouchDue: row.is_touch_due }
}

/** Moves the idle limit on, never past the absolute one. A session that ended meanwhile stays ended. */
export async function touchSession(
  sql: Sql,
  sessionId: string,
  idleSeconds: number,
): Promise<ActiveSession | undefined> {
  const [row] = await sql<SessionRow>`
    update core.sessions
       set last_seen_at = now(),
           idle_expires_at = least(now() + ${idleSeconds}::int * interval '1 second', absolute_expires_at)
     where session_id = ${sessionId} and revoked_at is null and idle_expires_at > now()
    returning session_id, user_id, scope, created_at, auth_time, idle_expires_at, absolute_expires_at`
  return row && toSession(row)
}

export async function revokeSession(
  sql: Sql,
  { userId, sessionId }: Pick<ActiveSession, 'userId' | 'sessionId'>,
): Promise<void> {
  await sql`
    update core.sessions set revoked_at = now()
     where session_id = ${sessionId} and user_id = ${userId} and revoked_at is null`
}

function toSession(row: SessionRow): ActiveSession {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    scope: row.scope,
    createdAt: row.created_at,
    authTime: row.auth_time,
    idleExpiresAt: row.idle_expires_at,
    absoluteExpiresAt: row.absolute_expires_at,
  }
}
