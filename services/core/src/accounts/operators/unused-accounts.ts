import type { CleaningStep, SqlPool, Transaction } from '@countersign/service/sql'
import type { ProviderClient } from '../../ground/provider-client/provider-client.ts'
import { eraseAccount } from '../records/account.store.ts'
import { insertPendingRevocation } from '../records/revocations/pending-revocation.store.ts'
import { lockAccount, lockAgainstSignIns } from '../records/suspension.store.ts'
import { findUnused, listAccountsAfter } from './unused-accounts.store.ts'

type UnusedParts = {
  readonly sql: SqlPool
  readonly provider: Pick<ProviderClient, 'listGrants'>
  readonly unusedAccountDays: number
}

/** A page of accounts each minute, from the first to the last and again: a million in a day and a half. */
const PAGE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Removes accounts that were never opened after their sign-up and have given no app access. No index finds them: it would
 * cost every change of a vault a write. The provider is told as of any deletion.
 */
export function removeUnusedAccounts({ sql, provider, unusedAccountDays: days }: UnusedParts): CleaningStep {
  let last = BEFORE_ALL
  async function remove(): Promise<{ readonly rows: number; readonly more: boolean }> {
    const page = await listAccountsAfter(sql, last, PAGE)
    last = page.length < PAGE ? BEFORE_ALL : (page.at(-1) ?? BEFORE_ALL)
    let rows = 0
    for (const userId of await findUnused(sql, page, days)) {
      // Its app has logged it into no vault, and would lose its user.
      if ((await provider.listGrants(userId)).grants.length > 0) continue
      if (await sql.transaction((transaction) => removeIfUnused(transaction, userId, days))) rows += 1
    }
    return { rows, more: false }
  }
  return { table: 'accounts', remove }
}

/** Looks again under the locks: it may have been opened meanwhile. */
async function removeIfUnused(sql: Transaction, userId: string, days: number): Promise<boolean> {
  await lockAccount(sql, userId)
  await lockAgainstSignIns(sql, userId)
  if ((await findUnused(sql, [userId], days)).length === 0) return false
  await eraseAccount(sql, userId)
  await insertPendingRevocation(sql, { userId, erases: true })
  return true
}
