import type { SessionScope } from '@countersign/contracts'
import type { Sql } from '@countersign/service/sql'
import { METHOD_OF_UNLOCK_TYPE, type UnlockType } from '@countersign/vault'
import type { Origin } from '../../ground/http/origin.ts'
import type { ActiveSession } from './session.store.ts'

export type ListedSession = Omit<ActiveSession, 'userId' | 'intent' | 'jkt'> & {
  readonly lastSeenAt: Date
  readonly origin: Origin
}

type ListedRow = {
  readonly session_id: string
  readonly scope: SessionScope
  readonly type: UnlockType | null
  readonly created_at: Date
  readonly auth_time: Date
  readonly last_seen_at: Date
  readonly idle_expires_at: Date
  readonly absolute_expires_at: Date
  readonly user_agent: string
  readonly network: string
}

/** The living sessions of a person, the last used first. */
export async function listSessions(sql: Sql, userId: string): Promise<ListedSession[]> {
  const rows = await sql<ListedRow>`
    select s.session_id, s.scope, u.record ->> 'type' as type, s.created_at, s.auth_time, s.last_seen_at,
           s.idle_expires_at, s.absolute_expires_at, s.user_agent, s.network
      from core.sessions s
      left join core.unlock_records u on u.user_id = s.user_id and u.unlock_id = s.method_id
     where s.user_id = ${userId} and s.revoked_at is null
       and s.idle_expires_at > now() and s.absolute_expires_at > now()
     order by s.last_seen_at desc, s.session_id`
  return rows.map(toListedSession)
}

function toListedSession(row: ListedRow): ListedSession {
  return {
    sessionId: row.session_id,
    scope: row.scope,
    method: row.type ? METHOD_OF_UNLOCK_TYPE[row.type] : undefined,
    createdAt: row.created_at,
    authTime: row.auth_time,
    lastSeenAt: row.last_seen_at,
    idleExpiresAt: row.idle_expires_at,
    absoluteExpiresAt: row.absolute_expires_at,
    origin: { userAgent: row.user_agent, network: row.network },
  }
}
