import type { ScopeDetail } from '@countersign/contracts'
import { ClientError } from '../failure.ts'
import type { LastChoice } from '../views.ts'
import type { ClaimItem, ClaimValues, ShownClaim } from './claim-items.ts'
import { entryIdOf, isCredentialScope } from './credential-names.ts'
import { chosenValue, type Selection, select, typedText } from './selection.ts'
import { type Mark, markClaim, markScope, startSelection } from './start-selection.ts'

/** The part of a scope that decides a selection, and that the vault remembers. */
export type AskedScope = Pick<ScopeDetail, 'name' | 'required' | 'claims'>
type Asked<Scope extends AskedScope> = { readonly scope_details: readonly Scope[] }

export type ScopeShare<Scope extends AskedScope = ScopeDetail> = {
  readonly scope: Scope
  readonly isOn: boolean
  readonly claims: readonly ClaimShare[]
  /** Set if none of it was shared last time. */
  readonly mark: Mark | undefined
}

export type ClaimShare = {
  readonly claim: string
  readonly options: readonly ClaimItem[]
  readonly chosenId: string | undefined
  /** The chosen option or the typed text; may be empty. */
  readonly value: string
  /** Shared only if its scope is on too. */
  readonly isOn: boolean
  readonly mark: Mark | undefined
}

type Chosen = {
  readonly vault: readonly ClaimItem[]
  readonly selection: Selection
  readonly last?: LastChoice | undefined
}

/** Required scopes stay on; the user may still leave out single claims. `startSelection` gives the initial state. */
export function sharesOf<Scope extends AskedScope>(asked: Asked<Scope>, chosen: Chosen): ScopeShare<Scope>[] {
  return asked.scope_details.map((scope) => {
    const claims = sharesOfScope(scope, chosen)
    const isOn = scope.required || !chosen.selection.scopesOff.has(scope.name)
    return { scope, isOn, claims, mark: markScope({ scope, claims }, chosen.last) }
  })
}

/** The claims that an approval shares if the user changes nothing. All pages that name the next ones use it. */
export function startingShares<Scope extends AskedScope>(
  asked: Asked<Scope>,
  { vault, last }: Pick<Chosen, 'vault' | 'last'>,
): ScopeShare<Scope>[] {
  return sharesOf(asked, { vault, selection: startSelection(asked, { vault, last }), last })
}

/** All claims come from one credential: that of the latest choice. */
function sharesOfScope(scope: AskedScope, chosen: Chosen): ClaimShare[] {
  if (!isCredentialScope(scope)) return scope.claims.map((claim) => shareOf(claim, chosen))
  const { vault, selection } = chosen
  const options = vault.filter(({ name }) => scope.claims.includes(name))
  const picked = Object.entries(selection.chosen).findLast(([, id]) => options.some((option) => option.id === id))
  const entry = entryIdOf(picked?.[1] ?? options[0]?.id ?? '')
  return scope.claims.map((claim) => {
    const own = options.find(({ id, name }) => name === claim && entryIdOf(id) === entry)
    // A missing claim never falls back to another credential.
    return shareOf(
      claim,
      own ? { ...chosen, selection: select.value(selection, claim, own.id) } : { ...chosen, vault: [] },
    )
  })
}

function shareOf(claim: string, { vault, selection, last }: Chosen): ClaimShare {
  const options = vault.filter(({ name, value }) => name === claim && value.trim() !== '')
  const chosen = options.find(({ id }) => id === chosenValue(selection, claim)) ?? options[0]
  const value = chosen?.value ?? typedText(selection, claim).trim()
  // Typed text has no switch: leave it empty to leave it out.
  const isOff = chosen !== undefined && selection.claimsOff.has(claim)
  return { claim, options, chosenId: chosen?.id, value, isOn: value !== '' && !isOff, mark: markClaim(chosen, last) }
}

/** A scope's only claim uses the scope's switch. */
export function hasOwnSwitch({ scope }: ScopeShare<AskedScope>): boolean {
  return scope.claims.length > 1
}

/** Scopes that are on and share a claim, or have none. */
export function approvedScopes(shares: readonly ScopeShare<AskedScope>[]): string[] {
  const isShared = ({ claims }: ScopeShare<AskedScope>) => claims.length === 0 || claims.some(({ isOn }) => isOn)
  return shares.filter((share) => share.isOn && isShared(share)).map(({ scope }) => scope.name)
}

export function claimsToShare(shares: readonly ScopeShare<AskedScope>[]): ClaimValues {
  return Object.fromEntries(sharedClaims(shares).map(({ claim, value }) => [claim, value]))
}

/** The issuers' names, by claim of a credential. */
export function issuersToShare(shares: readonly ScopeShare<AskedScope>[]): Readonly<Record<string, string>> {
  const names = sharedClaims(shares).flatMap(({ claim, options, chosenId }) => {
    const issuedBy = options.find(({ id }) => id === chosenId)?.issuedBy
    return issuedBy ? [[claim, issuedBy.name] as const] : []
  })
  return Object.fromEntries(names)
}

/** Typed text has been saved, so it is in the vault. @throws ClientError `stale_vault` if it is missing */
export function shownClaims(shares: readonly ScopeShare<AskedScope>[], vault: readonly ClaimItem[]): ShownClaim[] {
  return sharedClaims(shares).map(({ claim, chosenId, value }) => {
    const itemId = chosenId ?? vault.find((item) => item.name === claim && item.value === value)?.id
    if (itemId === undefined) throw new ClientError({ code: 'stale_vault' })
    return { itemId, value }
  })
}

/** Claims that the vault holds, and about which the user has not decided for this app. */
export function newlyPossible(shares: readonly ScopeShare<AskedScope>[]): readonly string[] {
  const shared = claimsToShare(shares)
  const fresh = shares.flatMap(({ claims }) =>
    claims.filter(({ claim, mark }) => mark === 'new' && !Object.hasOwn(shared, claim)),
  )
  return [...new Set(fresh.map(({ claim }) => claim))]
}

export function typedClaims(shares: readonly ScopeShare<AskedScope>[]): ClaimValues {
  const typed = sharedClaims(shares).filter(({ chosenId }) => chosenId === undefined)
  return Object.fromEntries(typed.map(({ claim, value }) => [claim, value]))
}

export function sharedClaims(shares: readonly ScopeShare<AskedScope>[]): ClaimShare[] {
  return shares.filter(({ isOn }) => isOn).flatMap(({ claims }) => claims.filter((each) => each.isOn))
}

/** A required scope that would share nothing: no value exists, or all are off. */
export type RequiredGap = {
  readonly claim: string
  readonly reason: 'missing' | 'off'
}

export function findRequiredGap(shares: readonly ScopeShare<AskedScope>[]): RequiredGap | undefined {
  const gap = shares.find(
    ({ scope, claims }) => scope.required && claims.length > 0 && !claims.some(({ isOn }) => isOn),
  )
  const held = gap?.claims.find(({ value }) => value !== '')
  if (held) return { claim: held.claim, reason: 'off' }
  const [first] = gap?.claims ?? []
  return first && { claim: first.claim, reason: 'missing' }
}

/** The first shared claim that the app takes verified only. Typed values are never verified. */
export function findUnverified(
  shares: readonly ScopeShare<AskedScope>[],
  required: readonly string[] = [],
): string | undefined {
  return sharedClaims(shares).find(
    ({ claim, options, chosenId }) =>
      required.includes(claim) && options.find(({ id }) => id === chosenId)?.verified === undefined,
  )?.claim
}
