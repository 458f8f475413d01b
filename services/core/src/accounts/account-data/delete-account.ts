import { logAccountDeleted } from '../../ground/events.ts'
import { lockVault } from '../../vaults/vault.store.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { insertPendingRevocation } from '../revocations/pending-revocation.store.ts'
import { revokeGrantsNow } from '../revocations/revoke-pending-grants.ts'
import { changeSessions } from '../sessions/session-memory.ts'
import { type ActiveSession, spendIntent } from '../sessions/sessions.ts'
import { eraseAccount } from './account-data.store.ts'

/**
 * Ends an account: every row of it goes in one transaction, sessions included, so nothing new is approved from then on.
 * The provider is told to forget the person next. If it is away, a note of that is all that stays, until it is done.
 * @throws `reauth_required`
 */
export async function deleteAccount(
  dependencies: Pick<AccountDependencies, 'sql' | 'sessionMemory' | 'provider' | 'logger'>,
  session: ActiveSession,
): Promise<void> {
  const { userId } = session
  await changeSessions(dependencies, [userId], async (sql) => {
    // First, as every other change does: of a change and an end at once, one waits for the other.
    await lockVault(sql, userId)
    await spendIntent(sql, session, ['delete_account'])
    await eraseAccount(sql, userId)
    await insertPendingRevocation(sql, { userId, erases: true })
  })
  logAccountDeleted(dependencies.logger)
  await revokeGrantsNow(dependencies, userId)
}
