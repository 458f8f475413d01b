import { LEFT_OUT } from '../apps/app-memory.ts'
import { findOwn } from '../device-storage.ts'
import type { LastChoice } from '../views.ts'
import type { ClaimItem } from './claim-items.ts'
import type { AskedScope } from './claims.ts'
import { NOTHING_CHOSEN, type Selection } from './selection.ts'

export type Mark = 'new' | 'left_out' | 'changed'

export function markClaim(chosen: ClaimItem | undefined, last: LastChoice | undefined): Mark | undefined {
  if (!chosen || !last) return undefined
  const entry = findOwn(last.claims, chosen.name)
  if (entry === undefined) return 'new'
  if (entry === LEFT_OUT) return 'left_out'
  return entry === chosen.id && findOwn(last.values, chosen.name) !== chosen.value ? 'changed' : undefined
}

type MarkedClaims = { readonly claims: readonly { readonly claim: string; readonly mark: Mark | undefined }[] }

/** For a scope of which nothing was shared last time. */
export function markScope(
  { scope, claims }: { readonly scope: AskedScope } & MarkedClaims,
  last: LastChoice | undefined,
): Mark | undefined {
  if (!last || wasScopeShared(scope, last)) return undefined
  if (claims.length === 0) return findOwn(last.scopes, scope.name) === undefined ? 'new' : 'left_out'
  return claims.find(({ mark }) => mark === 'left_out')?.mark ?? claims.find(({ mark }) => mark === 'new')?.mark
}

/** For a scope without claims: whether it was approved. */
function wasScopeShared({ name, claims }: AskedScope, last: LastChoice): boolean {
  return claims.length === 0 ? findOwn(last.scopes, name) === true : claims.some((claim) => wasShared(claim, last))
}

export function wasShared(claim: string, { claims }: LastChoice): boolean {
  return (findOwn(claims, claim) ?? LEFT_OUT) !== LEFT_OUT
}

/** Everything is on for a new app; for an approved one, only what it got last time. */
export function startSelection(
  { scope_details: scopes }: { readonly scope_details: readonly AskedScope[] },
  { vault, last }: { readonly vault: readonly ClaimItem[]; readonly last: LastChoice | undefined },
): Selection {
  if (!last) return NOTHING_CHOSEN
  const held = new Set(vault.map(({ name }) => name))
  // A claim without an entry was not left out: the user may fill it in.
  const hasContent = ({ claims }: AskedScope) => claims.length === 0 || claims.some((claim) => held.has(claim))
  // One switch turns on such a scope with all of its claims.
  const isOff = (scope: AskedScope) => !scope.required && hasContent(scope) && !wasScopeShared(scope, last)
  // A scope's only claim uses the scope's switch.
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
