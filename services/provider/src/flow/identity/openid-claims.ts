import { statedFlagsOf } from '@countersign/data-token'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'

/** Approved claims by our names, with `email_verified` and `phone_number_verified`. */
export type ReleasedClaims = Readonly<Record<string, string | boolean>>

/** The claims of a data token for userinfo and id_tokens, without sealed ones. */
export function releasedClaimsOf(dataToken: Parameters<typeof statedFlagsOf>[0]): ReleasedClaims {
  return { ...dataToken.claims, ...statedFlagsOf(dataToken) }
}

const SAID_OF: Readonly<Record<string, string>> = { email_verified: 'email', phone_number_verified: 'phone' }

export function claimsWithin(claims: ReleasedClaims, names: readonly string[]): ReleasedClaims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(SAID_OF[name] ?? name)))
}

/** OpenID Connect Core §5.1, and the operator's names as configured. A data token keeps our names. */
export function toOpenIdClaims(
  { phone, address, ...others }: ReleasedClaims,
  { claims }: KnownScopes,
): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [claims.get(name)?.openIdName ?? name, value])),
    ...(phone !== undefined && { phone_number: phone }),
    ...(address !== undefined && { address: { formatted: address } }),
  }
}

/** Our names of all claims, by their OpenID names: `phone` by `phone_number` and `phone_number_verified`. */
export function namesByOpenIdName(known: KnownScopes): ReadonlyMap<string, string> {
  const names = [...known.scopes.values()].flatMap(({ claims }) => claims)
  const openIdNamesOf = (name: string) =>
    Object.keys(toOpenIdClaims(releasedClaimsOf({ claims: { [name]: '' } }), known))
  return new Map(names.flatMap((name) => openIdNamesOf(name).map((openIdName) => [openIdName, name] as const)))
}

/** All claims about a user that id_tokens and userinfo may hold. */
export function openIdClaimNames(known: KnownScopes): string[] {
  const names = [...known.scopes.values()].flatMap(({ claims }) => claims)
  const claims = Object.fromEntries(names.map((name) => [name, '']))
  return [...new Set(['sub', ...Object.keys(toOpenIdClaims(releasedClaimsOf({ claims }), known))])]
}
