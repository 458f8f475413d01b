import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import type { ClaimValues } from '../claims/claim-item.ts'
import type { CallInput, ShownClaim } from '../device-calls.ts'
import { currentSession, type DeviceContext } from '../device-context.ts'
import { claimsOf } from '../entries/claim-items.ts'
import { ClientError } from '../failure.ts'
import { readRequest } from './read-request.ts'

/** What leaves the device with an approval: made of the request and of the vault, not of what a page says. */
export type Release = {
  readonly request: AuthorizationRequestDetails
  readonly scopes: readonly string[]
  readonly claims: ClaimValues
  /** The entries of the vault that the claims are of, by claim. */
  readonly entries: Readonly<Record<string, string>>
}

/**
 * Looks up what was approved. A page names scopes of the request and entries of the vault; only claims that these scopes
 * name can leave, each once, and only as it was shown.
 * @throws ClientError `locked` for a request that was not read, `invalid_scope`, `invalid_claims`, `stale_vault`
 */
export function resolveApproval(context: DeviceContext, { id, scopes, claims }: CallInput<'approve'>): Release {
  const request = readRequest(context, id)
  if (!scopes.every((scope) => request.requested_scopes.includes(scope))) refuse('invalid_scope')
  const allowed = new Set(
    request.scope_details.filter(({ name }) => scopes.includes(name)).flatMap((scope) => scope.claims),
  )
  const shared = claims.map((shown) => findShown(context, shown))
  const names = shared.map(({ name }) => name)
  if (new Set(names).size !== names.length || !names.every((name) => allowed.has(name))) refuse('invalid_claims')
  const released = request.scope_details.filter(isReleased).map(({ name }) => name)
  // To approve nothing is a denial, which is another answer.
  if (released.length === 0) refuse('invalid_scope')
  return {
    request,
    scopes: released,
    claims: Object.fromEntries(shared.map(({ name, value }) => [name, value])),
    entries: Object.fromEntries(shared.map((item) => [item.name, item.id])),
  }

  /** A scope of which nothing is shared is not approved: an app must not hold what the person left out. */
  function isReleased({ name, claims: named }: ScopeDetail): boolean {
    return scopes.includes(name) && (named.length === 0 || named.some((claim) => names.includes(claim)))
  }
}

function findShown(context: DeviceContext, { itemId, value }: ShownClaim) {
  const item = claimsOf(currentSession(context).vault.items).find(({ id }) => id === itemId)
  return item?.value === value ? item : refuse('stale_vault')
}

function refuse(code: 'invalid_scope' | 'invalid_claims' | 'stale_vault'): never {
  throw new ClientError({ code })
}
