import type { ItemStagingRequest, StagedItems } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { SqlPool, Transaction } from '@countersign/service/sql'
import { SEALED_ITEM, type VaultHead } from '@countersign/vault'
import { checkRecord, checkSize } from '../check-vault.ts'
import { measureItems } from '../item.store.ts'
import { lockVault } from '../vault.store.ts'
import {
  countStagedItems,
  insertStagedItems,
  measureStagedItems,
  moveStagedItems,
  openStaging,
  type StagingKind,
} from './staging.store.ts'

/** Long enough for the largest vault on a slow line. */
const STAGING_SECONDS = 15 * 60

type NewStagedItems = ItemStagingRequest & { readonly userId: string; readonly kind: StagingKind }

/**
 * Keeps items of a write that is larger than a body until the write names them, and returns how many there are by now.
 * None of them is part of the vault before. A new staging ends the one of the same kind that was open.
 * @throws `invalid_vault`
 */
export async function storeStagedItems(
  sql: SqlPool,
  { userId, kind, staging_id: stagingId, items }: NewStagedItems,
): Promise<number> {
  for (const item of items) checkRecord(item, SEALED_ITEM)
  return sql.transaction(async (transaction) => {
    // First, as every other change does.
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
 * Makes staged items part of the vault, in the transaction of the write that names them.
 * @throws `staging_expired` unless exactly as many as the device sent are there, all of the account key of the head: a
 * head that lists an item which never arrived would be a vault that nobody opens again
 */
export async function putStagedItems(sql: Transaction, { userId, kind, staged, head }: StagedWrite): Promise<void> {
  const staging = { userId, kind, stagingId: staged.staging_id }
  if ((await countStagedItems(sql, staging, head.ak_gen)) !== staged.count) {
    throw new ServiceError('staging_expired', 'Not all of what was sent ahead is here any more. Send it again.')
  }
  await moveStagedItems(sql, staging, head)
}
