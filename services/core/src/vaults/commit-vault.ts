import type { StagedItems } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import { formatEtag, hashHead, VAULT_COMMIT, type VaultCommit, type VaultHead } from '@countersign/vault'
import { type EventSubject, logVaultCommitted } from '../ground/events.ts'
import { checkRecord, checkSize, invalidVault, mayOutgrow } from './check-vault.ts'
import type { VaultDependencies } from './dependencies.ts'
import { measureItems, putItems, removeItems } from './item.store.ts'
import { putStagedItems } from './staging/stage-items.ts'
import { storeActivity } from './store-activity.ts'
import { type LockedVault, lockVault, replaceHead } from './vault.store.ts'

type VaultCommitment = {
  readonly ifMatch: string | undefined
  readonly commit: VaultCommit
  /** Items that were sent ahead. */
  readonly staged?: StagedItems | undefined
}

/**
 * Changes a vault, all or nothing, and returns the new entity tag.
 * @throws what `storeCommit` throws
 */
export async function commitVault(
  { sql, logger }: Pick<VaultDependencies, 'sql' | 'logger'>,
  session: EventSubject,
  commitment: VaultCommitment,
): Promise<string> {
  const { commit } = commitment
  checkRecord(commit, VAULT_COMMIT)
  const { etag } = await sql.transaction((transaction) => storeCommit(transaction, session.userId, commitment))
  logVaultCommitted(logger, { ...session, gen: commit.head.gen })
  return etag
}

type CommittedVault = { readonly vaultId: string; readonly etag: string }

/**
 * Replaces the head and the changed items of a vault inside a transaction, on top of the one that `ifMatch` names. What
 * the records mean only the device knows: here only the generation, counts and sizes are checked.
 * @throws `precondition_required` without `ifMatch`, `stale_vault` with the current entity tag, `invalid_vault`, and
 * `staging_expired`
 */
export async function storeCommit(
  sql: Transaction,
  userId: string,
  { ifMatch, commit, staged }: VaultCommitment,
): Promise<CommittedVault> {
  const { head, put, delete: itemIds } = commit
  const vault = await lockVaultAt(sql, userId, { ifMatch, head })
  if (head.ak_gen !== vault.akGen) throw invalidVault('Only a rotation may change the account key.')
  // Of 5,000 rows the sums take a while: what has room by any count is measured once.
  const before = staged || put.length > 0 ? await measureItems(sql, userId) : undefined
  const headHash = await hashHead(vault.vaultId, head)
  await replaceHead(sql, userId, { head, headHash })
  if (itemIds.length > 0) await removeItems(sql, userId, { gen: head.gen, itemIds })
  if (staged) await putStagedItems(sql, { userId, kind: 'commit', staged, head })
  if (put.length > 0) await putItems(sql, userId, { gen: head.gen, items: put })
  if (before && (staged || mayOutgrow(before, put))) checkSize(await measureItems(sql, userId), before)
  await storeActivity(sql, { userId, vaultId: vault.vaultId }, commit.activity)
  return { vaultId: vault.vaultId, etag: formatEtag(head.gen, headHash) }
}

/** Locks a vault for its next head: two writes come one after the other, and the second finds that it is stale. */
export async function lockVaultAt(
  sql: Transaction,
  userId: string,
  { ifMatch, head }: { readonly ifMatch: string | undefined; readonly head: VaultHead },
): Promise<LockedVault> {
  if (ifMatch === undefined) {
    throw new ServiceError('precondition_required', 'Send If-Match with the entity tag of the vault that you changed.')
  }
  const vault = await lockVault(sql, userId)
  if (ifMatch !== vault.etag) {
    throw new ServiceError('stale_vault', 'The vault was changed elsewhere. Read it again and repeat the change.', {
      headers: { etag: vault.etag },
    })
  }
  if (head.gen !== vault.gen + 1) throw invalidVault('The generation of the head must be one more than the last.')
  return vault
}
