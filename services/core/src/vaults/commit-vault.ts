import { VAULT_COMMIT } from '@countersign/vault'
import type { Core } from '../dependencies.ts'
import { logVaultCommitted } from '../events.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { applyCommit, type VaultCommitment } from './apply-commit.ts'
import { checkRecord } from './check-records.ts'

/**
 * Changes a vault, all or nothing, and returns the new entity tag.
 * @throws what `applyCommit` throws
 */
export async function commitVault(
  { sql, logger }: Core,
  session: ActiveSession,
  { ifMatch, commit }: VaultCommitment,
): Promise<string> {
  checkRecord(commit, VAULT_COMMIT)
  const { etag } = await sql.transaction((transaction) => applyCommit(transaction, session.userId, { ifMatch, commit }))
  logVaultCommitted(logger, session, commit.head.gen)
  return etag
}
