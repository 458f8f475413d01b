import type { Transaction } from '@countersign/service/sql'
import { forgetInPendingActs } from './account-act.store.ts'
import { deleteMethods, listMethods } from './method.store.ts'

export async function insertAccount(sql: Transaction, userId: string): Promise<void> {
  await sql`insert into core.accounts (user_id) values (${userId})`
}

export async function readCreationTime(sql: Transaction, userId: string): Promise<Date | undefined> {
  const [row] = await sql<{ created_at: Date }>`select created_at from core.accounts where user_id = ${userId}`
  return row?.created_at
}

/**
 * Deletes all rows of a user; rows without a cascading foreign key are deleted by name. Locks in the order of a sign-in
 * (session, method, account, throttle), so that the two cannot deadlock.
 */
export async function eraseAccount(sql: Transaction, userId: string): Promise<void> {
  const methods = await listMethods(sql, userId)
  const identifier = methods.find(({ type }) => type === 'password')?.credentialIdentifier ?? null
  const unlockIds = methods.map(({ record }) => record.id)
  await sql`delete from core.sessions where user_id = ${userId}`
  await deleteMethods(sql, userId, unlockIds)
  await sql`delete from core.accounts where user_id = ${userId}`
  await forgetInPendingActs(sql, userId)
  await sql`delete from core.session_keys where user_id = ${userId}`
  await sql`delete from core.passkey_challenges where user_id = ${userId}`
  await sql`delete from core.logins where user_id = ${userId} or credential_identifier = ${identifier}`
  await sql`
    delete from core.registrations where ${identifier}::text = any(former_identifiers || credential_identifier)`
  // Attempts at the login name, and those counted for the user's own changes.
  await sql`delete from core.password_throttles where credential_identifier = ${identifier}`
  await sql`delete from core.password_throttles where device = ${userId} and device <> ''`
}
