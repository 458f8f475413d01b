import type { Transaction } from '@countersign/service'
import type { ActivityEntry } from '@countersign/vault'
import { deleteOldActivity, insertActivity, readLastSeq } from './activity.store.ts'
import { invalidVault } from './check-records.ts'

/**
 * Appends to a person's log while their vault is locked, and forgets what is too old.
 * @throws `invalid_vault` unless the entries go on where it ends: a gap or a second entry of one number would look to
 * the next device as if the server had altered the log
 */
export async function storeActivity(
  sql: Transaction,
  userId: string,
  entries: readonly ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const last = await readLastSeq(sql, userId)
  if (entries.some(({ seq }, index) => seq !== last + 1 + index)) {
    throw invalidVault('The entries of the log must go on from the newest one.')
  }
  await insertActivity(sql, userId, entries)
  await deleteOldActivity(sql, userId, last + entries.length)
}
