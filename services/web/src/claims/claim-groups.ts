import type { ClaimItem } from '@countersign/device'
import { VAULT_GROUPS } from './claim-fields.ts'

export type VaultGroup = (typeof VAULT_GROUPS)[number]['group'] | 'other'

type ClaimGroup = {
  readonly group: VaultGroup
  readonly claims: readonly string[]
}

/**
 * What the vault's page lists: what everybody may fill in, what an operator has defined, and whatever else an app's request
 * brought into the vault.
 */
export function groupClaims(items: readonly ClaimItem[], defined: readonly string[]): readonly ClaimGroup[] {
  const standard: readonly string[] = VAULT_GROUPS.flatMap(({ claims }) => claims)
  const others = new Set([...defined, ...items.map(({ name }) => name)].filter((name) => !standard.includes(name)))
  return others.size === 0 ? VAULT_GROUPS : [...VAULT_GROUPS, { group: 'other', claims: [...others] }]
}
