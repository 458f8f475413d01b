import type { ItemStagingRequest } from '@countersign/contracts'
import type { SqlPool } from '@countersign/service/sql'
import { SEALED_ITEM } from '@countersign/vault'
import { checkRecord } from '../check-records.ts'
import { checkSize } from '../check-size.ts'
import { measureItems } from '../item.store.ts'
import { lockVault } from '../vault.store.ts'
import { insertStagedItems, measureStagedItems, openStaging, type StagingKind } from './staging.store.ts'

/** Long enough for the largest vault on a slow line. */
const STAGING_SECONDS = 15 * 60

type StagedItems = ItemStagingRequest & { readonly userId: string; readonly kind: StagingKind }

/**
 * Keeps items of a write that is larger than a body until the write names them, and returns how many there are by now.
 * None of them is part of the vault before. A new staging ends the one of the same kind that was open.
 * @throws `invalid_vault`
 */
export async function storeStagedItems(
  sql: SqlPool,
  { userId, kind, staging_id: stagingId, items }: StagedItems,
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
