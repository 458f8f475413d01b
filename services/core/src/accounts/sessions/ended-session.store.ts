import { type Sql, sqlText } from '@countersign/service/sql'

type EndedSessions = { readonly userId: string; readonly sessionIds: readonly string[] }

type EndedRow = { readonly userId: string; readonly sessionId: string }

const UNREPORTED = sqlText`select user_id as "userId", session_id as "sessionId" from core.sessions where apps_untold`

/**
 * Ended sessions not yet reported to the provider, of one user or of all. For all, skips those that ended moments ago,
 * since the process that ended them reports them.
 */
export async function listUnreportedSessions(
  sql: Sql,
  { limit, onlyOf }: { readonly limit: number; readonly onlyOf: string | undefined },
): Promise<readonly EndedSessions[]> {
  const rows = await (onlyOf === undefined
    ? sql<EndedRow>`${UNREPORTED} and revoked_at < now() - interval '15 seconds' order by revoked_at limit ${limit}`
    : sql<EndedRow>`${UNREPORTED} and user_id = ${onlyOf} limit ${limit}`)
  return [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, ended]) => ({
    userId,
    sessionIds: ended.map(({ sessionId }) => sessionId),
  }))
}

export async function markSessionsReported(sql: Sql, { userId, sessionIds }: EndedSessions): Promise<void> {
  await sql`
    update core.sessions set apps_untold = false
     where user_id = ${userId} and session_id = any(${sessionIds}::uuid[])`
}
