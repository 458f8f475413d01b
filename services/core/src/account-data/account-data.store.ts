import type { Transaction } from '@countersign/service'

/**
 * Deletes every row of a person: what references the account goes with it, the rest by name. The order is that in which
 * a sign-in locks its rows, so that the two cannot deadlock: session, method, account, throttle.
 */
export async function eraseAccount(sql: Transaction, userId: string): Promise<void> {
  const [password] = await sql<{ credential_identifier: string }>`
    select credential_identifier from core.passwords where user_id = ${userId}`
  const identifier = password?.credential_identifier ?? null
  await sql`delete from core.sessions where user_id = ${userId}`
  await sql`delete from core.unlock_records where user_id = ${userId}`
  await sql`delete from core.accounts where user_id = ${userId}`
  await sql`delete from core.passkey_challenges where user_id = ${userId}`
  await sql`delete from core.logins where user_id = ${userId} or credential_identifier = ${identifier}`
  await sql`
    delete from core.registrations where ${identifier}::text = any(former_identifiers || credential_identifier)`
  // The attempts at their login name, and those counted for their own changes.
  await sql`delete from core.password_throttles where credential_identifier = ${identifier} or device = ${userId}`
}

export async function readCreationTime(sql: Transaction, userId: string): Promise<Date | undefined> {
  const [row] = await sql<{ created_at: Date }>`select created_at from core.accounts where user_id = ${userId}`
  return row?.created_at
}
