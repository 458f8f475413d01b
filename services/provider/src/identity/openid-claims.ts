import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { statedFlagsOf } from '@countersign/data-token'

/** Approved claims by our own names, with `email_verified` and `phone_number_verified` beside the claims that they are of. */
export type ReleasedClaims = Readonly<Record<string, string | boolean>>

/** What userinfo and id_tokens may tell of a data token; of sealed claims nothing. */
export function releasedClaimsOf(dataToken: Parameters<typeof statedFlagsOf>[0]): ReleasedClaims {
  return { ...dataToken.claims, ...statedFlagsOf(dataToken) }
}

/**
 * Approved claims as OpenID Connect names and shapes them (Core §5.1): `phone` is `phone_number`, and `address` is an object
 * whose `formatted` is the text. A data token keeps our own names.
 */
export function toOpenIdClaims({ phone, address, ...others }: ReleasedClaims): Record<string, unknown> {
  return {
    ...others,
    ...(phone !== undefined && { phone_number: phone }),
    ...(address !== undefined && { address: { formatted: address } }),
  }
}

/** Every claim that an id_token or userinfo may hold about a person. */
export function openIdClaimNames(): string[] {
  const names = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)
  const claims = Object.fromEntries(names.map((name) => [name, '']))
  return ['sub', ...Object.keys(toOpenIdClaims(releasedClaimsOf({ claims })))]
}
