import { VAULT_LIMITS, type VaultCommitRequest } from '@countersign/contracts'
import { ServiceError, type Sql } from '@countersign/service'
import { etagOf, readVaultCommit } from '@countersign/vault'
import type { Core } from '../dependencies.ts'
import { logVaultCommitted } from '../events.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { checkRecord, invalidVault } from './check-records.ts'
import { countItems, deleteItems, type LockedVault, lockVault, putItems, replaceHead } from './vault.store.ts'

/**
 * Replaces the head and the changed items of a vault, all or nothing, and returns the new entity tag. What the records
 * mean only the device knows: here only the generation, counts, sizes and form are checked. Throws
 * `precondition_required` without `ifMatch`, `stale_vault` with the current entity tag, and `invalid_vault`.
 */
export async function commitVault(
  { sql, logger }: Core,
  session: ActiveSession,
  { ifMatch, commit }: { readonly ifMatch: string | undefined; readonly commit: VaultCommitRequest },
): Promise<string> {
  if (ifMatch === undefined) {
    throw new ServiceError('precondition_required', 'Send If-Match with the entity tag of the vault that you changed.')
  }
  checkRecord(commit, readVaultCommit)
  const etag = await sql.transaction(async (transaction) => {
    const vault = await lockVault(transaction, session.userId)
    requireNext(vault, ifMatch, commit.head.gen)
    const nextEtag = await etagOf(vault.vaultId, commit.head)
    await store(transaction, session.userId, { ...commit, etag: nextEtag })
    return nextEtag
  })
  logVaultCommitted(logger, session, commit.head.gen)
  return etag
}

function requireNext({ gen, etag }: LockedVault, ifMatch: string, nextGen: number): void {
  if (ifMatch !== etag) {
    throw new ServiceError('stale_vault', 'The vault was changed elsewhere. Read it again and repeat the change.', {
      headers: { etag },
    })
  }
  if (nextGen !== gen + 1) throw invalidVault('The generation of the head must be one more than the last.')
}

type Change = VaultCommitRequest & { readonly etag: string }

async function store(sql: Sql, userId: string, { head, put, delete: removed, etag }: Change): Promise<void> {
  await replaceHead(sql, userId, { head, etag })
  if (removed.length > 0) await deleteItems(sql, userId, removed)
  if (put.length > 0) await putItems(sql, userId, put)
  if ((await countItems(sql, userId)) > VAULT_LIMITS.maxItems) {
    throw invalidVault(`A vault holds at most ${VAULT_LIMITS.maxItems} items.`)
  }
}
