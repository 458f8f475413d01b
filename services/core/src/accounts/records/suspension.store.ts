import type { Sql, Transaction } from '@countersign/service/sql'

/** Locks the vault, first as in every change of an account, to avoid deadlocks. Returns whether the account exists. */
export async function lockAccount(sql: Transaction, userId: string): Promise<boolean> {
  const rows = await sql`select 1 from core.vaults where user_id = ${userId} for update`
  return rows.length === 1
}

/**
 * Waits for sign-ins under way, which hold method and account until their session is stored, and takes both in their order.
 * The next statement sees that session; a later sign-in finds no account.
 */
export async function lockAgainstSignIns(sql: Transaction, userId: string): Promise<void> {
  await sql`select 1 from core.unlock_records where user_id = ${userId} for update`
  await sql`select 1 from core.accounts where user_id = ${userId} for update`
}

/**
 * Locks the account's row against sign-ins, which hold it until their session is stored: end sessions in a statement
 * after this one. Another reason replaces the first; the time stays. Returns the number of this change.
 */
export async function suspendAccount(sql: Transaction, userId: string, reason: string): Promise<number | undefined> {
  const [row] = await sql<{ change: number }>`
    update core.accounts
       set suspended_at = coalesce(suspended_at, (select now())), suspension_reason = ${reason},
           suspension_changes = suspension_changes + 1
     where user_id = ${userId}
    returning suspension_changes as change`
  return row?.change
}

/** Undefined if the account was not suspended. */
export async function unsuspendAccount(sql: Transaction, userId: string): Promise<number | undefined> {
  const [row] = await sql<{ change: number }>`
    update core.accounts
       set suspended_at = null, suspension_reason = null, suspension_changes = suspension_changes + 1
     where user_id = ${userId} and suspended_at is not null
    returning suspension_changes as change`
  return row?.change
}

type Suspended = { readonly suspendedAt: Date; readonly reason: string }

export async function findSuspension(sql: Sql, userId: string): Promise<Suspended | undefined> {
  const [row] = await sql<Suspended>`
    select suspended_at as "suspendedAt", suspension_reason as reason
      from core.accounts where user_id = ${userId} and suspended_at is not null`
  return row
}
