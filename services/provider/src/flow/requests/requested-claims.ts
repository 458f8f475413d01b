import type { KnownScope, KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import { claimsOfScopes, type ScopedClient } from '../../catalogue/scopes/scopes.ts'
import { namesByOpenIdName } from '../identity/openid-claims.ts'
import type { ClaimsParameter } from './claims-parameter.ts'

/** By our names. */
export type RequestedClaims = {
  readonly scopes: readonly string[]
  /** All that may be shared; undefined: all claims of the scopes. */
  readonly requestedClaims: readonly string[] | undefined
  /** The app says that it needs them; people may leave them out all the same (OpenID Connect Core §5.5.1). */
  readonly essentialClaims: readonly string[] | undefined
  /** Wanted in the id_token, beside userinfo. */
  readonly idTokenClaims: readonly string[] | undefined
}

const NO_CLAIMS = { requestedClaims: undefined, essentialClaims: undefined, idTokenClaims: undefined }

/**
 * Claims that the app names one by one (§5.5). Each one that no scope of the request releases adds the registered scope
 * that does, cut down to it. Unknown and unregistered ones are ignored, as such scopes are.
 */
export function requestClaims(
  client: ScopedClient,
  { scopes, parameter }: { readonly scopes: readonly string[]; readonly parameter: ClaimsParameter },
  known: KnownScopes,
): RequestedClaims {
  const asked = [...parameter.userinfo, ...parameter.idToken]
  if (asked.length === 0) return { ...NO_CLAIMS, scopes }
  const names = namesByOpenIdName(known)
  const ownNames = (openIdNames: readonly string[]) => [
    ...new Set(openIdNames.flatMap((name) => names.get(name) ?? [])),
  ]
  const whole = claimsOfScopes(scopes, known)
  const registered = client.scopes.flatMap(({ name }) => known.scopes.get(name) ?? [])
  const named = ownNames(asked).filter((claim) => whole.includes(claim) || releasing(registered, claim) !== undefined)
  const single = named.filter((claim) => !whole.includes(claim))
  const added = new Set(single.flatMap((claim) => releasing(registered, claim)?.name ?? []))
  return {
    scopes: [...scopes, ...added],
    requestedClaims: single.length > 0 ? [...whole, ...single] : undefined,
    essentialClaims: orUndefined(ownNames(parameter.essential)),
    idTokenClaims: orUndefined(ownNames(parameter.idToken)),
  }
}

function releasing(scopes: readonly KnownScope[], claim: string): KnownScope | undefined {
  return scopes.find(({ claims }) => claims.includes(claim))
}

function orUndefined(names: readonly string[]): readonly string[] | undefined {
  return names.length > 0 ? names : undefined
}
