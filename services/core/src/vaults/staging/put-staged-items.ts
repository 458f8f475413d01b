import type { StagedItems } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { type Transaction } from '@countersign/service/sql'
import type { VaultHead } from '@countersign/vault'
import { countStagedItems, moveStagedItems, type StagingKind } from './staging.store.ts'

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
