import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import { LEFT_OUT } from '../apps/app-memory.ts'
import type { LastChoice } from '../views.ts'
import type { ClaimItem } from './claim-item.ts'
import { wasScopeShared, wasShared } from './marks.ts'
import { NOTHING_CHOSEN, type Selection } from './selection.ts'

/**
 * The initial selection. Everything is on for a new app; for an approved one, only what it got last time: new claims and
 * those left out start off.
 */
export function startSelection(
  { scope_details: scopes }: Pick<AuthorizationRequestDetails, 'scope_details'>,
  { vault, last }: { readonly vault: readonly ClaimItem[]; readonly last: LastChoice | undefined },
): Selection {
  if (!last) return NOTHING_CHOSEN
  const held = new Set(vault.map(({ name }) => name))
  // A claim without a vault entry was not left out: the user may fill it in.
  const hasContent = ({ claims }: ScopeDetail) => claims.length === 0 || claims.some((claim) => held.has(claim))
  // Switching such a scope on shares all that is in it: one switch, not one for each of its claims.
  const isOff = (scope: ScopeDetail) => !scope.required && hasContent(scope) && !wasScopeShared(scope, last)
  // A claim that is all of its scope has no switch but the scope's.
  const switched = scopes.filter((scope) => !isOff(scope) && scope.claims.length > 1)
  const claimsOff = switched.flatMap(({ claims }) => claims.filter((claim) => !wasShared(claim, last)))
  const chosen = Object.entries(last.claims).filter(([, entry]) => entry !== LEFT_OUT)
  return {
    ...NOTHING_CHOSEN,
    scopesOff: new Set(scopes.filter(isOff).map(({ name }) => name)),
    claimsOff: new Set(claimsOff),
    chosen: Object.fromEntries(chosen),
  }
}
