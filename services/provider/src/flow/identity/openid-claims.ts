import { statedFlagsOf } from '@countersign/data-token'
import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'

/** Approved claims by our own names, with `email_verified` and `phone_number_verified` beside the claims that they are of. */
export type ReleasedClaims = Readonly<Record<string, string | boolean>>

/** What userinfo and id_tokens may tell of a data token; of sealed claims nothing. */
export function releasedClaimsOf(dataToken: Parameters<typeof statedFlagsOf>[0]): ReleasedClaims {
  return { ...dataToken.claims, ...statedFlagsOf(dataToken) }
}

/** What is said of a claim beside it. */
const SAID_OF: Readonly<Record<string, string>> = { email_verified: 'email', phone_number_verified: 'phone' }

/** Those of the released claims that are named, with what is said of them. */
export function claimsWithin(claims: ReleasedClaims, names: readonly string[]): ReleasedClaims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(SAID_OF[name] ?? name)))
}

/**
 * Approved claims as OpenID Connect names and shapes them (Core §5.1): `phone` is `phone_number`, and `address` is an object
 * whose `formatted` is the text; an operator says what theirs are called. A data token keeps our own names.
 */
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

/** Every claim that an id_token or userinfo may hold about a person. */
export function openIdClaimNames(known: KnownScopes): string[] {
  const names = [...known.scopes.values()].flatMap(({ claims }) => claims)
  const claims = Object.fromEntries(names.map((name) => [name, '']))
  return [...new Set(['sub', ...Object.keys(toOpenIdClaims(releasedClaimsOf({ claims }), known))])]
}
