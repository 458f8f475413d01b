import type { Sql } from '@countersign/service'
import { forgetAllStarts } from '../throttling/password-throttle.store.ts'

/**
 * Deletes every row of a person. Most go with the account itself; what no foreign key binds to it goes by name. Sessions
 * and methods come before the account: whoever signs in or confirms a session holds a row of these before the account's.
 */
export async function eraseAccount(sql: Sql, userId: string): Promise<void> {
  await sql`delete from core.sessions where user_id = ${userId}`
  await sql`
    delete from core.logins
     where user_id = ${userId}
        or credential_identifier in (select credential_identifier from core.passwords where user_id = ${userId})`
  await sql`delete from core.passkey_challenges where user_id = ${userId}`
  await sql`
    delete from core.registrations r using core.passwords p
     where p.user_id = ${userId}
       and p.credential_identifier = any(r.former_identifiers || r.credential_identifier)`
  await forgetAllStarts(sql, userId)
  // Those at names that the person wanted and did not get.
  await sql`delete from core.password_throttles where device = ${userId}`
  await sql`delete from core.unlock_records where user_id = ${userId}`
  await sql`delete from core.accounts where user_id = ${userId}`
}

export async function readCreationTime(sql: Sql, userId: string): Promise<Date | undefined> {
  const [row] = await sql<{ created_at: Date }>`select created_at from core.accounts where user_id = ${userId}`
  return row?.created_at
}
