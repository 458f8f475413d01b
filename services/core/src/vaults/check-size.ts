import { LIMITS, type SealedItem } from '@countersign/vault'
import { invalidVault } from './check-records.ts'
import type { VaultSize } from './item.store.ts'

const MEBIBYTE = 1_048_576

/**
 * Holds a vault, or what was staged of one, to the limits that its devices keep themselves. A vault that was beyond one
 * before, because the limit was higher once, may stay there and get smaller, and not grow.
 * @throws `invalid_vault`
 */
export function checkSize({ count, bytes }: VaultSize, before: VaultSize): void {
  if (count > Math.max(LIMITS.items, before.count)) throw invalidVault(`A vault holds at most ${LIMITS.items} items.`)
  if (bytes > Math.max(LIMITS.vaultBytes, before.bytes)) {
    throw invalidVault(`The items of a vault are at most ${LIMITS.vaultBytes / MEBIBYTE} MiB.`)
  }
}

/** Whether items may take a vault beyond a limit, were all of them new. */
export function mayOutgrow({ count, bytes }: VaultSize, items: readonly SealedItem[]): boolean {
  const added = items.reduce((sum, { ct }) => sum + Math.floor((ct.length * 3) / 4), 0)
  return count + items.length > LIMITS.items || bytes + added > LIMITS.vaultBytes
}
