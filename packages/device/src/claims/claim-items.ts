import { CONFLICT_KIND, type PlainItem } from '@countersign/vault'
import type { ConflictItem } from '../views.ts'
import type { ClaimItem, ClaimValues } from './claim-item.ts'

export const CLAIM_KIND = 'claim'
/** Items with the owner's names for passkeys, which the server never sees. */
export const LABEL_KIND = 'label'

/** One value for each claim: the preferred one, else the one changed last. */
export function valuesOf(items: readonly PlainItem[]): ClaimValues {
  const best = claimsOf(items).toReversed()
  return Object.fromEntries(best.map(({ name, value }) => [name, value]))
}

/** Every value of every claim, by name; the one that counts comes first. */
export function claimsOf(items: readonly PlainItem[]): readonly ClaimItem[] {
  return items
    .filter(({ kind }) => kind === CLAIM_KIND)
    .map(toClaim)
    .toSorted(byNameAndWorth)
}

/** The versions of claims that a merge set aside. */
export function conflictsOf(items: readonly PlainItem[]): readonly ConflictItem[] {
  return items.filter(isClaimConflict).map(({ id, name, value, meta }) => ({
    id,
    ofId: meta['conflict_of'] ?? '',
    name,
    value,
    label: meta['label'],
    changedAt: meta['changed_at'] ?? '',
  }))
}

export function isClaimConflict({ kind, meta }: PlainItem): boolean {
  return kind === CONFLICT_KIND && meta['conflict_kind'] === CLAIM_KIND
}

function toClaim({ id, name, value, meta }: PlainItem): ClaimItem {
  return {
    id,
    name,
    value,
    label: meta['label'],
    isPreferred: meta['preferred'] === 'true',
    changedAt: meta['changed_at'] ?? '',
  }
}

function byNameAndWorth(left: ClaimItem, right: ClaimItem): number {
  return (
    compare(left.name, right.name) ||
    Number(right.isPreferred) - Number(left.isPreferred) ||
    compare(right.changedAt, left.changedAt)
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
