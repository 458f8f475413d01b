import { LIMITS } from '@countersign/vault'
import { invalidVault } from './check-records.ts'

const MEBIBYTE = 1_048_576

/**
 * Holds a vault, or what was staged of one, to the limits that its devices keep themselves.
 * @throws `invalid_vault`
 */
export function checkSize({ count, bytes }: { readonly count: number; readonly bytes: number }): void {
  if (count > LIMITS.items) throw invalidVault(`A vault holds at most ${LIMITS.items} items.`)
  if (bytes > LIMITS.vaultBytes) {
    throw invalidVault(`The items of a vault are at most ${LIMITS.vaultBytes / MEBIBYTE} MiB.`)
  }
}
