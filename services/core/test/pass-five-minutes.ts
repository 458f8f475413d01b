import type { Sql } from '@countersign/service/sql'

/**
 * As if a person's gestures were five minutes older. Not `- interval '5 minutes'`: of that a database of many machines
 * does not know that it is the same everywhere.
 */
export async function passFiveMinutes(sql: Sql, userId: string): Promise<void> {
  await sql`
    update core.sessions
       set intent_expires_at = to_timestamp(extract(epoch from intent_expires_at - 'epoch'::timestamptz) - 300)
     where user_id = ${userId}`
}
