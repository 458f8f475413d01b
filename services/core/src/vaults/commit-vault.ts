import { VAULT_COMMIT } from '@countersign/vault'
import { type EventSubject, logVaultCommitted } from '../ground/events.ts'
import type { CoreDependencies } from '../surface/dependencies.ts'
import { checkRecord } from './check-records.ts'
import { storeCommit, type VaultCommitment } from './store-commit.ts'

/**
 * Changes a vault, all or nothing, and returns the new entity tag.
 * @throws what `storeCommit` throws
 */
export async function commitVault(
  { sql, logger }: CoreDependencies,
  session: EventSubject,
  commitment: VaultCommitment,
): Promise<string> {
  const { commit } = commitment
  checkRecord(commit, VAULT_COMMIT)
  const { etag } = await sql.transaction((transaction) => storeCommit(transaction, session.userId, commitment))
  logVaultCommitted(logger, { ...session, gen: commit.head.gen })
  return etag
}
