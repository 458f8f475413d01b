import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'

/** Claim values by claim name, as they stand in the vault or were typed on the page. */
export type ClaimValues = Readonly<Record<string, string>>

type Asked = Pick<AuthorizationRequestDetails, 'scope_details'>

/** What one scope would share: what the page shows is read from here, and so is what is sent. */
export interface ScopeShare {
  readonly scope: ScopeDetail
  readonly isOn: boolean
  readonly shared: readonly { readonly claim: string; readonly value: string }[]
  readonly missing: readonly string[]
}

/** The vault's values with what was typed on the page; surrounding white space is nobody's data. */
export function mergeValues(vault: ClaimValues, typed: ClaimValues): ClaimValues {
  const given = Object.entries(typed).map(([claim, value]) => [claim, value.trim()] as const)
  return { ...vault, ...Object.fromEntries(given) }
}

/** Every scope starts switched on; those that the app cannot do without stay on. */
export function sharesOf(asked: Asked, values: ClaimValues, switchedOff: ReadonlySet<string>): ScopeShare[] {
  return asked.scope_details.map((scope) => {
    const shared = scope.claims.flatMap((claim) => {
      const value = valueOf(values, claim)
      return value === '' ? [] : [{ claim, value }]
    })
    const missing = scope.claims.filter((claim) => valueOf(values, claim) === '')
    return { scope, isOn: scope.required || !switchedOff.has(scope.name), shared, missing }
  })
}

/** The names of the scopes that are switched on. */
export function approvedScopes(shares: readonly ScopeShare[]): string[] {
  return shares.filter(({ isOn }) => isOn).map(({ scope }) => scope.name)
}

/** Exactly the claims that the page shows under the scopes that are switched on. */
export function claimsToShare(shares: readonly ScopeShare[]): ClaimValues {
  const shown = shares.filter(({ isOn }) => isOn).flatMap(({ shared }) => shared)
  return Object.fromEntries(shown.map(({ claim, value }) => [claim, value]))
}

/** The first claim that stands in the way: a required scope of which nothing is there to share. */
export function findRequiredGap(shares: readonly ScopeShare[]): string | undefined {
  const gap = shares.find(({ scope, shared }) => scope.required && scope.claims.length > 0 && shared.length === 0)
  return gap?.missing[0]
}

/** An own property only: a claim called `constructor` must not read from the prototype. */
function valueOf(values: ClaimValues, claim: string): string {
  return Object.hasOwn(values, claim) ? (values[claim] ?? '') : ''
}
