import type { Transaction } from '@countersign/service/sql'
import { type ActivityEntry, hashActivityEntry } from '@countersign/vault'
import { deleteOldActivity, findNewestEntry, insertActivity } from './activity.store.ts'
import { invalidVault } from './check-vault.ts'

/**
 * Appends to a person's log while their vault is locked, and forgets what is too old.
 * @throws `invalid_vault` unless the entries go on where it ends: a gap, a second entry of one number or another one
 * before would look to the next device as if the server had altered the log
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
