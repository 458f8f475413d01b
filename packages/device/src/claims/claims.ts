import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import { entryIdOf } from '../credentials/credential-view.ts'
import { isCredentialScope } from '../credentials/requested-credentials.ts'
import { ClientError } from '../failure.ts'
import type { LastChoice } from '../views.ts'
import type { ClaimItem, ClaimValues, ShownClaim } from './claim-item.ts'
import { type Mark, markClaim, markScope } from './marks.ts'
import { chosenValue, type Selection, select, typedText } from './selection.ts'

type Asked = Pick<AuthorizationRequestDetails, 'scope_details'>

/** What one scope would share: what the page shows is read from here, and so is what is sent. */
export type ScopeShare = {
  readonly scope: ScopeDetail
  readonly isOn: boolean
  readonly claims: readonly ClaimShare[]
  /** What is to be said of it as a whole: none of it was shared last time. */
  readonly mark: Mark | undefined
}

/** One claim of a scope. */
export type ClaimShare = {
  readonly claim: string
  /** What the vault holds for it, best first. With several, one is chosen. */
  readonly options: readonly ClaimItem[]
  /** The option that is chosen; undefined if there is none. */
  readonly chosenId: string | undefined
  /** What would be shared: the chosen option, or what was typed. Empty while there is nothing. */
  readonly value: string
  /** Whether it leaves with an approval, as far as this claim goes: its scope has to be on too. */
  readonly isOn: boolean
  /** What is different about it since the last approval of this app. */
  readonly mark: Mark | undefined
}

/** What is shared is chosen from: the vault, what the person selected, and what they chose for this app last. */
type Chosen = {
  readonly vault: readonly ClaimItem[]
  readonly selection: Selection
  readonly last?: LastChoice | undefined
}

/**
 * A scope that the app cannot do without stays on; its claims may still be left out one by one, since a scope may
 * release fewer claims than it names. `startSelection` says what is on at first.
 */
export function sharesOf(asked: Asked, chosen: Chosen): ScopeShare[] {
  return asked.scope_details.map((scope) => {
    const claims = sharesOfScope(scope, chosen)
    const isOn = scope.required || !chosen.selection.scopesOff.has(scope.name)
    return { scope, isOn, claims, mark: markScope({ scope, claims }, chosen.last) }
  })
}

/** Of a credential all claims are of one: the one that the person chose a claim of last. */
function sharesOfScope(scope: ScopeDetail, chosen: Chosen): ClaimShare[] {
  if (!isCredentialScope(scope)) return scope.claims.map((claim) => shareOf(claim, chosen))
  const { vault, selection } = chosen
  const options = vault.filter(({ name }) => scope.claims.includes(name))
  const picked = Object.entries(selection.chosen).findLast(([, id]) => options.some((option) => option.id === id))
  const entry = entryIdOf(picked?.[1] ?? options[0]?.id ?? '')
  return scope.claims.map((claim) => {
    const own = options.find(({ id, name }) => name === claim && entryIdOf(id) === entry)
    // Where it has none, none of another one is in its place.
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
  // What is typed has no switch: to leave it out is to leave it empty.
  const isOff = chosen !== undefined && selection.claimsOff.has(claim)
  return { claim, options, chosenId: chosen?.id, value, isOn: value !== '' && !isOff, mark: markClaim(chosen, last) }
}

/** Whether a claim has a switch of its own: where it is all that its scope has, the scope's switch is its switch. */
export function hasOwnSwitch({ scope }: ScopeShare): boolean {
  return scope.claims.length > 1
}

/** The names of the scopes that are switched on and share something, or carry no data at all. */
export function approvedScopes(shares: readonly ScopeShare[]): string[] {
  const isShared = ({ claims }: ScopeShare) => claims.length === 0 || claims.some(({ isOn }) => isOn)
  return shares.filter((share) => share.isOn && isShared(share)).map(({ scope }) => scope.name)
}

/** Exactly the claims that the page shows as shared, with exactly the values that it shows. */
export function claimsToShare(shares: readonly ScopeShare[]): ClaimValues {
  return Object.fromEntries(sharedClaims(shares).map(({ claim, value }) => [claim, value]))
}

/**
 * What the page shows as shared, by the entries that hold it. What was typed has been saved before: it is found in the
 * vault as it is now.
 * @throws ClientError `stale_vault` where it is not there
 */
export function shownClaims(shares: readonly ScopeShare[], vault: readonly ClaimItem[]): ShownClaim[] {
  return sharedClaims(shares).map(({ claim, chosenId, value }) => {
    const itemId = chosenId ?? vault.find((item) => item.name === claim && item.value === value)?.id
    if (itemId === undefined) throw new ClientError({ code: 'stale_vault' })
    return { itemId, value }
  })
}

/** The values that were typed here and would be shared: the vault keeps them. */
export function typedClaims(shares: readonly ScopeShare[]): ClaimValues {
  const typed = sharedClaims(shares).filter(({ chosenId }) => chosenId === undefined)
  return Object.fromEntries(typed.map(({ claim, value }) => [claim, value]))
}

function sharedClaims(shares: readonly ScopeShare[]): ClaimShare[] {
  return shares.filter(({ isOn }) => isOn).flatMap(({ claims }) => claims.filter((each) => each.isOn))
}

/** A required scope of which nothing would be shared: nothing is there yet, or all of it is switched off. */
export type RequiredGap = {
  readonly claim: string
  readonly reason: 'missing' | 'off'
}

/** The first thing that stands in the way of an approval. */
export function findRequiredGap(shares: readonly ScopeShare[]): RequiredGap | undefined {
  const gap = shares.find(
    ({ scope, claims }) => scope.required && claims.length > 0 && !claims.some(({ isOn }) => isOn),
  )
  const held = gap?.claims.find(({ value }) => value !== '')
  if (held) return { claim: held.claim, reason: 'off' }
  const [first] = gap?.claims ?? []
  return first && { claim: first.claim, reason: 'missing' }
}

/** The first shared claim that the app takes verified only, and that is not. Typed values never are. */
export function findUnverified(shares: readonly ScopeShare[], required: readonly string[] = []): string | undefined {
  return sharedClaims(shares).find(
    ({ claim, options, chosenId }) =>
      required.includes(claim) && options.find(({ id }) => id === chosenId)?.verified === undefined,
  )?.claim
}
