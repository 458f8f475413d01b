import { CONFLICT_KIND, type PlainItem } from '@countersign/vault'

export type Verification = {
  readonly method: string
  readonly at: string
  readonly until: string
}

/** `name` as the issuer calls itself. */
export type Issuer = {
  readonly issuer: string
  readonly name: string
}

/** `until`: ISO 8601. */
export type IssuedBy = Issuer & { readonly until: string | undefined }

export type ClaimItem = {
  readonly id: string
  readonly name: string
  readonly value: string
  /** The owner's word for it, such as "Work"; for a credential's claim, the issuer's name. */
  readonly label?: string | undefined
  readonly isPreferred: boolean
  /** ISO 8601; empty if unknown, as for a credential's claim. */
  readonly changedAt: string
  /** While the attestation is in force. */
  readonly verified?: Verification | undefined
  /** Undefined for a self-asserted value. */
  readonly issuedBy?: IssuedBy | undefined
}

export type ShownClaim = { readonly itemId: string; readonly value: string }

export type ClaimValues = Readonly<Record<string, string>>

export const CLAIM_KIND = 'claim'
/** The owner's names for passkeys; the server never sees them. */
export const LABEL_KIND = 'label'

export function valuesOf(items: readonly PlainItem[]): ClaimValues {
  const best = claimsOf(items).toReversed()
  return Object.fromEntries(best.map(({ name, value }) => [name, value]))
}

/** The name as a whole, or its parts. */
export function fullNameOf({ name, given_name, family_name }: ClaimValues): string | undefined {
  return name ?? ([given_name, family_name].filter(Boolean).join(' ') || undefined)
}

export function claimsOf(items: readonly PlainItem[]): readonly ClaimItem[] {
  return items
    .filter(({ kind }) => kind === CLAIM_KIND)
    .map(toClaim)
    .toSorted(byNameAndWorth)
}

export type ConflictItem = Readonly<ReturnType<typeof conflictsOf>[number]>

export function conflictsOf(items: readonly PlainItem[]) {
  return items.filter(isClaimConflict).map(({ id, name, value, meta }) => ({
    id,
    /** The other version's entry; may be gone. */
    ofId: meta['conflict_of'] ?? '',
    name,
    value,
    label: meta['label'],
    /** ISO 8601: when this version was set aside. */
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
