import type { Sql } from '@countersign/service/sql'

/** Makes a pending request nobody's, unless it is another person's; answers whether it is. Once more does no harm. */
export async function giveBack(sql: Sql, authRequestId: string, userId: string): Promise<boolean> {
  const rows = await sql`
    update provider.authorization_requests
       set user_id = null, given_back = true
     where auth_request_id = ${authRequestId} and coalesce(user_id = ${userId}, true)
       and status = 'pending' and expires_at > now()
    returning 1`
  return rows.length > 0
}
