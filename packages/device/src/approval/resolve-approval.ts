import type { ScopeDetail } from '@countersign/contracts'
import { type ClaimItem, type ClaimValues, claimsOf, type Issuer, type ShownClaim } from '../claims/claim-items.ts'
import { credentialClaimName, entryIdOf, isCredentialScope } from '../claims/credential-names.ts'
import { type HeldCredential, heldCredentialsOf, viewCredential } from '../credentials/credential-view.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import type { PresentedTo } from '../credentials/sd-jwt.ts'
import { ClientError, loaded } from '../failure.ts'
import { currentSession, type Writing } from '../session/state.ts'
import { readRequest } from './read-request.ts'

export type Approved = {
  readonly id: string
  readonly scopes: readonly string[]
  readonly claims: readonly ShownClaim[]
}

/** Data that leaves with an approval, from the request and the vault, never from the page. */
export type Release = Readonly<Awaited<ReturnType<typeof resolveApproval>>>

/** Only claims of approved scopes leave, each once and as shown. @throws ClientError */
export async function resolveApproval(context: Pick<Writing, 'state' | 'clock'>, { id, scopes, claims }: Approved) {
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
  // An approval of nothing is a denial; the provider does not know credentials.
  if (released.length === 0) refuse('invalid_scope')
  const isIssued = ({ issuedBy }: ClaimItem) => issuedBy !== undefined
  return {
    request,
    scopes: released.map(({ name }) => name),
    claims: valuesByName(shared.filter((item) => !isIssued(item))),
    /** Claims of credentials, named by `credentialClaimName`; `offered`: all that the user could have shared. */
    issued: {
      claims: valuesByName(shared.filter(isIssued)),
      issuers: issuersByName(shared),
      offered,
      held,
    },
    entries: Object.fromEntries(shared.map((item) => [item.name, item.id])),
  }

  /** An app must not hold a scope of which the user shared nothing. */
  function isReleased({ name, claims: named }: ScopeDetail): boolean {
    return scopes.includes(name) && (named.length === 0 || named.some((claim) => names.includes(claim)))
  }
}

export function releasedValues({ claims, issued }: Pick<Release, 'claims' | 'issued'>): ClaimValues {
  return { ...claims, ...issued.claims }
}

/** One credential of each type: claims of two might describe two people. */
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

export async function presentationsOf(
  { issued: { claims, held }, entries }: Pick<Release, 'issued' | 'entries'>,
  to: PresentedTo,
): Promise<readonly string[]> {
  if (Object.keys(claims).length === 0) return []
  const { presentCredential } = await loaded(import('../credentials/sd-jwt.ts'))
  const presented = held.map((credential) => {
    const chosen = Object.keys(credential.claims).filter((claim) => {
      const name = credentialClaimName(credential.vct, claim)
      return Object.hasOwn(claims, name) && entryIdOf(entries[name] ?? '') === credential.id
    })
    return chosen.length === 0 ? [] : [presentCredential(credential, chosen, to)]
  })
  return Promise.all(presented.flat())
}
