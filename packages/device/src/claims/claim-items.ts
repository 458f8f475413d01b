import { CONFLICT_KIND, type PlainItem } from '@countersign/vault'
import type { ConflictItem } from '../views.ts'

/** How and when a person showed that a value is theirs; the times are ISO 8601. */
export type Verification = {
  readonly method: string
  readonly at: string
  readonly until: string
}

/** The issuer of a credential: its address, and its own name for itself. */
export type Issuer = {
  readonly issuer: string
  readonly name: string
}

/** Issuer of a credential's claim, and its expiry (ISO 8601). */
export type IssuedBy = Issuer & { readonly until: string | undefined }

/** One value of a claim. */
export type ClaimItem = {
  readonly id: string
  readonly name: string
  readonly value: string
  /** The owner's word for it, such as "Work". */
  readonly label?: string | undefined
  readonly isPreferred: boolean
  /** ISO 8601. */
  readonly changedAt: string
  /** Of an address or a number that was verified, while that counts. */
  readonly verified?: Verification | undefined
  /** Issuer of a credential's claim; undefined for self-asserted values. */
  readonly issuedBy?: IssuedBy | undefined
}

/** A value that was shown and is to be shared: the vault's entry, and the text in it. */
export type ShownClaim = { readonly itemId: string; readonly value: string }

/** Claim values by claim name, as they stand in the vault or were typed on the page. */
export type ClaimValues = Readonly<Record<string, string>>

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
