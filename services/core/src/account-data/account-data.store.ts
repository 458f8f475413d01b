import type { Transaction } from '@countersign/service'

/**
 * Deletes every row of a person: what is bound to the account goes with it, the rest by name. In this order, because it
 * is the one in which a sign-in takes its rows: session, method, account, and what was counted of guesses.
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
  // Of their name, and what was counted of their own devices and changes.
  await sql`delete from core.password_throttles where credential_identifier = ${identifier} or device = ${userId}`
}

export async function readCreationTime(sql: Transaction, userId: string): Promise<Date | undefined> {
  const [row] = await sql<{ created_at: Date }>`select created_at from core.accounts where user_id = ${userId}`
  return row?.created_at
}
