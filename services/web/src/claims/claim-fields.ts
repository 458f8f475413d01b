import type { ClaimItem } from '@countersign/device'

/** The input of a claim, and its autofill name (HTML, autofill field names). */
type ClaimField = {
  readonly type: 'text' | 'email' | 'tel' | 'date' | 'url'
  readonly autocomplete: string
}

const FIELDS: Readonly<Record<string, ClaimField>> = {
  name: { type: 'text', autocomplete: 'name' },
  given_name: { type: 'text', autocomplete: 'given-name' },
  family_name: { type: 'text', autocomplete: 'family-name' },
  nickname: { type: 'text', autocomplete: 'nickname' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
  birthdate: { type: 'date', autocomplete: 'bday' },
  locale: { type: 'text', autocomplete: 'language' },
  picture: { type: 'url', autocomplete: 'photo' },
}

/** The claims of the vault page, in groups; `address` last, since it is the largest. */
export const VAULT_GROUPS = [
  { group: 'person', claims: ['name', 'given_name', 'family_name', 'nickname', 'birthdate', 'locale', 'picture'] },
  { group: 'contact', claims: ['email', 'phone', 'address'] },
] as const

/** Far below core's limit of 4 KiB in UTF-8, in any alphabet. */
export const MAX_VALUE_LENGTH = 1000

export function fieldOf(claim: string): ClaimField {
  return (Object.hasOwn(FIELDS, claim) ? FIELDS[claim] : undefined) ?? { type: 'text', autocomplete: 'off' }
}

const SEVERAL: readonly string[] = ['email', 'phone', 'address']

export function mayHaveSeveral(claim: string): boolean {
  return SEVERAL.includes(claim)
}

type VaultGroup = (typeof VAULT_GROUPS)[number]['group'] | 'other'

export type ClaimGroup = {
  readonly group: VaultGroup
  readonly claims: readonly string[]
}

/** The groups of the vault page: standard claims, the operator's, and any others that a request brought into the vault. */
export function groupClaims(items: readonly ClaimItem[], defined: readonly string[]): readonly ClaimGroup[] {
  const standard: readonly string[] = VAULT_GROUPS.flatMap(({ claims }) => claims)
  const others = new Set([...defined, ...items.map(({ name }) => name)].filter((name) => !standard.includes(name)))
  return others.size === 0 ? VAULT_GROUPS : [...VAULT_GROUPS, { group: 'other', claims: [...others] }]
}
