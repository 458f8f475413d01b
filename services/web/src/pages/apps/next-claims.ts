import {
  type AppHistory,
  type AskedScope,
  type ClaimShare,
  entryIdOf,
  isCredentialScope,
  LEFT_OUT,
  nextShares,
  type OpenedProfile,
  type ScopeShare,
} from '@countersign/device'

/** Entry ids by claim, or `LEFT_OUT`. */
export type NextClaims = AppHistory['next']['claims']

export type Held = Pick<OpenedProfile, 'claims' | 'credentials'>

/** The shares that the app's next request starts from, with changes that are not saved yet. */
export function sharesNext(next: AppHistory['next'] | undefined, held: Held, changed: NextClaims = {}) {
  return next ? nextShares({ ...next, claims: { ...next.claims, ...changed } }, held, Date.now()) : []
}

/** A claim that the vault holds; `hasSwitch`: false where the app requires it, since the request has no switch then. */
export type NextClaim = {
  readonly share: ClaimShare
  readonly hasSwitch: boolean
  readonly scope: ScopeShare<AskedScope>
}

/** The claims that the user may choose about, each once. */
export function nextClaims(shares: readonly ScopeShare<AskedScope>[]): readonly NextClaim[] {
  const each = shares.flatMap((scope) =>
    scope.claims.map((share) => ({
      share: { ...share, isOn: share.isOn && scope.isOn, mark: undefined },
      hasSwitch: !scope.scope.required || scope.claims.length > 1,
      scope,
    })),
  )
  const held = each.filter(({ share }) => share.chosenId !== undefined)
  return [...Map.groupBy(held, ({ share }) => share.claim).values()].flatMap(
    (same) => same.find(({ share }) => share.isOn) ?? same.slice(0, 1),
  )
}

/** Switches a claim on or off; on takes the entry of last time, if it is still there. */
export function switchNext(
  { claims }: AppHistory['next'],
  { share: { claim, options, chosenId } }: NextClaim,
  isOn: boolean,
) {
  const kept = options.find(({ id }) => id === claims[claim])?.id ?? chosenId
  return { [claim]: isOn && kept !== undefined ? kept : LEFT_OUT }
}

/** Chooses an entry. Claims of a credential come from one: the others that are on follow. */
export function chooseNext({ scope: { scope, claims } }: NextClaim, chosen: { claim: string; id: string }): NextClaims {
  if (!isCredentialScope(scope)) return { [chosen.claim]: chosen.id }
  const ofSame = ({ id }: { id: string }) => entryIdOf(id) === entryIdOf(chosen.id)
  const on = claims.filter(({ claim, isOn }) => isOn || claim === chosen.claim)
  return Object.fromEntries(on.map(({ claim, options }) => [claim, options.find(ofSame)?.id ?? LEFT_OUT]))
}
