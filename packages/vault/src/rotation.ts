import { type ActivityEntry, readNewActivity } from './activity-entry.ts'
import { type Head, readHead } from './head.ts'
import { readSealedItem, type SealedItem } from './item.ts'
import { LIMITS } from './limits.ts'
import { malformed, readArray, readFields } from './parse.ts'
import { readUnlockRecord, type UnlockRecord } from './unlock-record.ts'
import { requireRecoveryAndAnother } from './wrap-for-all.ts'

/** A vault under a new account key: every item and unlock record replaces all that were there. */
export type VaultRotation = {
  readonly head: Head
  readonly items: readonly SealedItem[]
  readonly unlock: readonly UnlockRecord[]
  /** What it adds to the log, oldest first. The entries before stay as they are. */
  readonly activity: readonly ActivityEntry[]
}

const WHAT = 'renewed vault'

/**
 * Checks the form of a rotation: everything is of the one new account key.
 * @throws VaultError `malformed`, `unsupported`, `too_large`
 */
export function readRotation(value: unknown): VaultRotation {
  const fields = readFields(value, ['head', 'items', 'unlock', 'activity'], WHAT)
  const head = readHead(fields.head)
  const items = readArray(fields.items, LIMITS.items, WHAT).map(readSealedItem)
  const unlock = readArray(fields.unlock, LIMITS.unlockMethods, WHAT).map(readUnlockRecord)
  requireRecoveryAndAnother(unlock)
  if (!isDistinct(items) || !isDistinct(unlock)) throw malformed(WHAT)
  if ([...items, ...unlock].some(({ ak_gen }) => ak_gen !== head.ak_gen)) throw malformed(WHAT)
  if (unlock.some(({ vault_id }) => vault_id !== unlock[0]?.vault_id)) throw malformed(WHAT)
  return { head, items, unlock, activity: readNewActivity(fields.activity, head.ak_gen) }
}

function isDistinct(records: readonly { readonly id: string }[]): boolean {
  return new Set(records.map(({ id }) => id)).size === records.length
}
