import type { SessionScope, SessionSummary } from '@countersign/contracts'
import type { Sql } from '@countersign/service'

type SummaryRow = {
  readonly session_id: string
  readonly scope: SessionScope
  readonly type: 'opaque' | 'prf' | 'recovery' | null
  readonly created_at: Date
  readonly auth_time: Date
  readonly last_seen_at: Date
  readonly idle_expires_at: Date
  readonly absolute_expires_at: Date
  readonly user_agent: string
  readonly network: string
}

const METHODS = { opaque: 'password', prf: 'passkey', recovery: 'recovery' } as const

/** The living sessions of a person, the last used first. */
export async function listSessions(sql: Sql, userId: string, currentSessionId: string): Promise<SessionSummary[]> {
  const rows = await sql<SummaryRow>`
    select s.session_id, s.scope, u.record ->> 'type' as type, s.created_at, s.auth_time, s.last_seen_at,
           s.idle_expires_at, s.absolute_expires_at, s.user_agent, s.network
      from core.sessions s
      left join core.unlock_records u on u.user_id = s.user_id and u.unlock_id = s.method_id
     where s.user_id = ${userId} and s.revoked_at is null
       and s.idle_expires_at > now() and s.absolute_expires_at > now()
     order by s.last_seen_at desc, s.session_id`
  return rows.map((row) => toSummary(row, currentSessionId))
}

function toSummary({ type, ...row }: SummaryRow, currentSessionId: string): SessionSummary {
  return {
    ...row,
    method: type && METHODS[type],
    created_at: row.created_at.toISOString(),
    auth_time: row.auth_time.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    idle_expires_at: row.idle_expires_at.toISOString(),
    absolute_expires_at: row.absolute_expires_at.toISOString(),
    is_current: row.session_id === currentSessionId,
  }
}
