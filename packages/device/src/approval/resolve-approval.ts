import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import type { ClaimItem, ClaimValues, Issuer, ShownClaim } from '../claims/claim-item.ts'
import { claimsOf } from '../claims/claim-items.ts'
import { entryIdOf, type HeldCredential, heldCredentialsOf, viewCredential } from '../credentials/credential-view.ts'
import { isCredentialScope, offeredClaims } from '../credentials/requested-credentials.ts'
import { ClientError } from '../failure.ts'
import { currentSession, type Writing } from '../session/state.ts'
import { readRequest } from './read-request.ts'

/** What a page approves: the request by its id, scopes of it, and entries of the vault as they were shown. */
export type Approved = {
  readonly id: string
  readonly scopes: readonly string[]
  readonly claims: readonly ShownClaim[]
}

/** What leaves the device with an approval: made of the request and of the vault, not of what a page says. */
export type Release = {
  readonly request: AuthorizationRequestDetails
  readonly scopes: readonly string[]
  /** The person's own word. */
  readonly claims: ClaimValues
  readonly issued: IssuedRelease
  /** The entries of the vault that the claims are of, by claim. */
  readonly entries: Readonly<Record<string, string>>
}

/** Of credentials: their claims are named as `credentialClaimName` does it. */
export type IssuedRelease = {
  readonly claims: ClaimValues
  /** By claim. */
  readonly issuers: Readonly<Record<string, Issuer>>
  /** What could have been shared, by name. */
  readonly offered: readonly string[]
  readonly held: readonly HeldCredential[]
}

/**
 * Looks up what was approved. A page names scopes of the request and entries of the vault; only claims that these scopes
 * name can leave, each once, and only as it was shown.
 * @throws ClientError `locked` for a request that was not read, `invalid_scope`, `invalid_claims`, `stale_vault`
 */
export async function resolveApproval(
  context: Pick<Writing, 'state' | 'clock'>,
  { id, scopes, claims }: Approved,
): Promise<Release> {
  const request = readRequest(context, id)
  const asked = request.scope_details.filter(isCredentialScope).map(({ name }) => name)
  if (!scopes.every((scope) => [...request.requested_scopes, ...asked].includes(scope))) refuse('invalid_scope')
  const { items } = currentSession(context).vault
  const held = await heldCredentialsOf(items)
  const offered = offeredClaims(request, held.map(viewCredential), context.clock.now())
  const allowed = new Set(
    request.scope_details.filter(({ name }) => scopes.includes(name)).flatMap((scope) => scope.claims),
  )
  const shared = claims.map((shown) => findShown([...claimsOf(items), ...offered], shown))
  const names = shared.map(({ name }) => name)
  if (new Set(names).size !== names.length || !names.every((name) => allowed.has(name))) refuse('invalid_claims')
  if (!isOneOfEach(held, shared)) refuse('invalid_claims')
  const released = request.scope_details.filter((scope) => !isCredentialScope(scope) && isReleased(scope))
  // To approve nothing is a denial, which is another answer; and of credentials alone the provider knows nothing.
  if (released.length === 0) refuse('invalid_scope')
  const isIssued = ({ issuedBy }: ClaimItem) => issuedBy !== undefined
  return {
    request,
    scopes: released.map(({ name }) => name),
    claims: valuesByName(shared.filter((item) => !isIssued(item))),
    issued: {
      claims: valuesByName(shared.filter(isIssued)),
      issuers: issuersByName(shared),
      offered: offered.map(({ name }) => name),
      held,
    },
    entries: Object.fromEntries(shared.map((item) => [item.name, item.id])),
  }

  /** A scope of which nothing is shared is not approved: an app must not hold what the person left out. */
  function isReleased({ name, claims: named }: ScopeDetail): boolean {
    return scopes.includes(name) && (named.length === 0 || named.some((claim) => names.includes(claim)))
  }
}

/** All values that an app gets with a release: the person's own and those of credentials. */
export function releasedValues({ claims, issued }: Pick<Release, 'claims' | 'issued'>): ClaimValues {
  return { ...claims, ...issued.claims }
}

/** There is room for one credential of each type, and claims of several would not be of one person, or one degree. */
function isOneOfEach(held: readonly HeldCredential[], shared: readonly ClaimItem[]): boolean {
  const shownIds = new Set(shared.map(({ id }) => entryIdOf(id)))
  const types = held.filter(({ id }) => shownIds.has(id)).map(({ vct }) => vct)
  return new Set(types).size === types.length
}

function findShown(items: readonly ClaimItem[], { itemId, value }: ShownClaim): ClaimItem {
  const item = items.find(({ id }) => id === itemId)
  return item?.value === value ? item : refuse('stale_vault')
}

function valuesByName(items: readonly ClaimItem[]): ClaimValues {
  return Object.fromEntries(items.map(({ name, value }) => [name, value]))
}

function issuersByName(items: readonly ClaimItem[]): Readonly<Record<string, Issuer>> {
  return Object.fromEntries(
    items.flatMap(({ name, issuedBy }) => (issuedBy ? [[name, { issuer: issuedBy.issuer, name: issuedBy.name }]] : [])),
  )
}

function refuse(code: 'invalid_scope' | 'invalid_claims' | 'stale_vault'): never {
  throw new ClientError({ code })
}
