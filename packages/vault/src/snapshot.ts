import { type Head, readHead } from './head.ts'
import { readSealedItem, type SealedItem } from './item.ts'
import { LIMITS } from './limits.ts'
import { malformed, readArray, readBase64url, readFields } from './parse.ts'
import { readUnlockRecord, type UnlockRecord } from './unlock-record.ts'

/** Bytes of a vault id: random, chosen by the client that creates the vault. */
export const VAULT_ID_BYTES = 16

/** A whole vault as the server keeps it. */
export type VaultSnapshot = {
  readonly vault_id: string
  readonly head: Head
  readonly items: readonly SealedItem[]
  readonly unlock: readonly UnlockRecord[]
}

const WHAT = 'vault'

/**
 * Checks a vault from outside, field by field.
 * @throws VaultError `malformed`, `unsupported`, `too_large`
 */
export function readSnapshot(value: unknown): VaultSnapshot {
  const fields = readFields(value, ['vault_id', 'head', 'items', 'unlock'], WHAT)
  const vaultId = readBase64url(fields.vault_id, VAULT_ID_BYTES, WHAT)
  const unlock = readArray(fields.unlock, LIMITS.unlockMethods, WHAT).map(readUnlockRecord)
  if (unlock.some((record) => record.vault_id !== vaultId)) throw malformed(WHAT)
  return {
    vault_id: vaultId,
    head: readHead(fields.head),
    items: readArray(fields.items, LIMITS.items, WHAT).map(readSealedItem),
    unlock,
  }
}
