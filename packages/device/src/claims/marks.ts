import type { ScopeDetail } from '@countersign/contracts'
import { LEFT_OUT } from '../apps/app-memory.ts'
import { findOwn } from '../device-storage.ts'
import type { LastChoice } from '../views.ts'
import type { ClaimItem } from './claim-item.ts'

/** Difference from the last approval of an app: not requested or not present, left out, or changed text. */
export type Mark = 'new' | 'left_out' | 'changed'

export function markClaim(chosen: ClaimItem | undefined, last: LastChoice | undefined): Mark | undefined {
  if (!chosen || !last) return undefined
  const entry = findOwn(last.claims, chosen.name)
  if (entry === undefined) return 'new'
  if (entry === LEFT_OUT) return 'left_out'
  return entry === chosen.id && findOwn(last.values, chosen.name) !== chosen.value ? 'changed' : undefined
}

type MarkedClaims = { readonly claims: readonly { readonly claim: string; readonly mark: Mark | undefined }[] }

/** Marks a scope of which nothing was shared last time. */
export function markScope(
  { scope, claims }: { readonly scope: ScopeDetail } & MarkedClaims,
  last: LastChoice | undefined,
): Mark | undefined {
  if (!last || wasScopeShared(scope, last)) return undefined
  if (claims.length === 0) return findOwn(last.scopes, scope.name) === undefined ? 'new' : 'left_out'
  return claims.find(({ mark }) => mark === 'left_out')?.mark ?? claims.find(({ mark }) => mark === 'new')?.mark
}

/** Whether the app got something of a scope last time, or the scope itself where it carries no data. */
export function wasScopeShared({ name, claims }: ScopeDetail, last: LastChoice): boolean {
  return claims.length === 0 ? findOwn(last.scopes, name) === true : claims.some((claim) => wasShared(claim, last))
}

export function wasShared(claim: string, { claims }: LastChoice): boolean {
  return (findOwn(claims, claim) ?? LEFT_OUT) !== LEFT_OUT
}
