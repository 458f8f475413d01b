import { SCOPE_CATALOGUE } from '@countersign/contracts'

type Claims = Readonly<Record<string, string>>

/**
 * Approved claims as OpenID Connect names and shapes them (Core §5.1): `phone` is `phone_number`, and `address` is an object
 * whose `formatted` is the text. A data token keeps our own names.
 */
export function toOpenIdClaims({ phone, address, ...others }: Claims): Record<string, unknown> {
  return {
    ...others,
    ...(phone !== undefined && { phone_number: phone }),
    ...(address !== undefined && { address: { formatted: address } }),
  }
}

/** Every claim that an id_token or userinfo may hold about a person. */
export function openIdClaimNames(): string[] {
  const names = SCOPE_CATALOGUE.flatMap(({ claims }) => claims)
  return ['sub', ...Object.keys(toOpenIdClaims(Object.fromEntries(names.map((name) => [name, '']))))]
}
