import type { Sql } from '@countersign/service/sql'

/** Tests wait for nothing: the time of the row changes, not the clock. */
export async function endRequestNow(sql: Sql, authRequestId: string): Promise<void> {
  await sql`update provider.authorization_requests set expires_at = now() where auth_request_id = ${authRequestId}`
}
