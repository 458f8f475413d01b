import type { StagedItems } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Transaction } from '@countersign/service/sql'
import {
  type ActivityEntry,
  formatEtag,
  hashActivityEntry,
  hashHead,
  VAULT_COMMIT,
  type VaultCommit,
  type VaultHead,
} from '@countersign/vault'
import { type EventSubject, logVaultCommitted } from '../ground/events.ts'
import type { WithLogger, WithSql } from '../ground/parts.ts'
import { checkRecord, checkSize, invalidVault, mayOutgrow } from './check-vault.ts'
import { putStagedItems } from './staging/stage-items.ts'
import {
  deleteOldActivity,
  findNewestEntry,
  insertActivity,
  type LockedVault,
  lockVault,
  measureItems,
  putItems,
  removeItems,
  replaceHead,
} from './vault.store.ts'

type VaultCommitment = {
  readonly ifMatch: string | undefined
  readonly commit: VaultCommit
  readonly staged?: StagedItems | undefined
}

/**
 * Changes a vault, all or nothing, and returns the new entity tag.
 * @throws `invalid_vault`, and as `storeCommit` does
 */
export async function commitVault(
  { sql, logger }: WithSql & WithLogger,
  session: EventSubject,
  commitment: VaultCommitment,
): Promise<string> {
  const { commit } = commitment
  checkRecord(commit, VAULT_COMMIT)
  const { etag } = await sql.transaction((transaction) => storeCommit(transaction, session.userId, commitment))
  logVaultCommitted(logger, { ...session, gen: commit.head.gen })
  return etag
}

/**
 * Replaces the head and changed items of the vault that `ifMatch` names. The caller runs `checkRecord` first; the records
 * are sealed, so only generation, counts and sizes are checked here.
 * @throws `precondition_required` without `ifMatch`, `stale_vault` with the current entity tag, `invalid_vault`, and
 * `staging_expired`
 */
export async function storeCommit(
  sql: Transaction,
  userId: string,
  { ifMatch, commit, staged }: VaultCommitment,
): Promise<{ readonly vaultId: string; readonly etag: string }> {
  const { head, put, delete: itemIds } = commit
  const vault = await lockVaultAt(sql, userId, { ifMatch, head })
  if (head.ak_gen !== vault.akGen) throw invalidVault('Only a rotation may change the account key.')
  // Summing 5,000 rows takes a while: measured again only if a limit is near.
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

/**
 * Locks a vault for its next head: the second of two concurrent writes finds that it is stale.
 * @throws `precondition_required` without `ifMatch`, `stale_vault` with the current entity tag, and `invalid_vault`
 */
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

/**
 * Appends to a user's log while the vault is locked, and deletes entries that are too old.
 * @throws `invalid_vault` unless the entries continue the log: a gap or a repeated number would look to the next device as
 * if the server had altered it
 */
export async function storeActivity(
  sql: Transaction,
  { userId, vaultId }: { readonly userId: string; readonly vaultId: string },
  entries: readonly ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const newest = await findNewestEntry(sql, userId)
  const last = newest?.seq ?? 0
  const hash = newest ? await hashActivityEntry(vaultId, newest) : ''
  if (entries[0]?.prev !== hash || entries.some(({ seq }, index) => seq !== last + 1 + index)) {
    throw invalidVault('The entries of the log must go on from the newest one.')
  }
  await insertActivity(sql, userId, entries)
  await deleteOldActivity(sql, userId, last + entries.length)
}
