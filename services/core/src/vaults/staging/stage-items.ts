import type { ItemStagingRequest, StagedItems } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { SqlPool, Transaction } from '@countersign/service/sql'
import { SEALED_ITEM, type VaultHead } from '@countersign/vault'
import { checkRecord, checkSize } from '../check-vault.ts'
import { lockVault, measureItems } from '../vault.store.ts'
import {
  countStagedItems,
  insertStagedItems,
  measureStagedItems,
  moveStagedItems,
  openStaging,
  type StagingKind,
} from './staging.store.ts'

/** Enough for the largest vault on a slow line. */
const STAGING_SECONDS = 15 * 60

type NewStagedItems = ItemStagingRequest & { readonly userId: string; readonly kind: StagingKind }

/**
 * Keeps items of a write that is larger than a body until the write names them, and returns how many are staged. A new
 * staging ends the open one of its kind.
 * @throws `invalid_vault`
 */
export async function storeStagedItems(
  sql: SqlPool,
  { userId, kind, staging_id: stagingId, items }: NewStagedItems,
): Promise<number> {
  for (const item of items) checkRecord(item, SEALED_ITEM)
  return sql.transaction(async (transaction) => {
    // First, as in every change of an account.
    await lockVault(transaction, userId)
    const staging = { userId, kind, stagingId }
    await openStaging(transaction, staging, STAGING_SECONDS)
    await insertStagedItems(transaction, staging, items)
    const size = await measureStagedItems(transaction, staging)
    checkSize(size, await measureItems(transaction, userId))
    return size.count
  })
}

type StagedWrite = {
  readonly userId: string
  readonly kind: StagingKind
  readonly staged: StagedItems
  readonly head: VaultHead
}

/**
 * Moves staged items into the vault, in the transaction of the write that names them.
 * @throws `staging_expired` unless all items of the head's account key are there: no device could open a vault whose head
 * lists an item that never arrived
 */
export async function putStagedItems(sql: Transaction, { userId, kind, staged, head }: StagedWrite): Promise<void> {
  const staging = { userId, kind, stagingId: staged.staging_id }
  if ((await countStagedItems(sql, staging, head.ak_gen)) !== staged.count) {
    throw new ServiceError('staging_expired', 'Not all of what was sent ahead is here any more. Send it again.')
  }
  await moveStagedItems(sql, staging, head)
}
