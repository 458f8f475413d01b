import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import { AuthorizationServerMetadata } from './oauth.ts'

/**
 * What `acr` says of a sign-in (OpenID Connect Core §2), by how the vault was opened. `phr` is phishing-resistant (OpenID
 * Connect EAP ACR Values 1.0 §2): a passkey with user verification. A password has no registered name, so it has ours.
 */
export const ACR_OF_METHOD = { passkey: 'phr', password: 'urn:countersign:acr:password' } as const

/** OpenID Provider metadata (OpenID Connect Discovery §3), on top of that of the authorization server. */
export const OpenIdProviderMetadata = Type.Object(
  {
    ...AuthorizationServerMetadata.properties,
    userinfo_endpoint: Type.String(),
    subject_types_supported: Type.Array(Type.String()),
    id_token_signing_alg_values_supported: Type.Array(Type.String()),
    acr_values_supported: Type.Array(Type.String()),
    prompt_values_supported: Type.Array(Type.String()),
    claim_types_supported: Type.Array(Type.String()),
    claims_supported: Type.Array(Type.String()),
    claims_parameter_supported: Type.Boolean(),
    request_parameter_supported: Type.Boolean(),
    request_uri_parameter_supported: Type.Boolean(),
  },
  { $id: 'OpenIdProviderMetadata' },
)

/** What a form may carry to the userinfo endpoint (RFC 6750 §2.2). */
export const UserinfoRequest = Type.Object({ access_token: Type.Optional(Type.String()) })

/** The person's identifier for this app, and the approved claims under their names of OpenID Connect Core §5.1. */
export const UserinfoResponse = Type.Object(
  { sub: Type.String() },
  {
    $id: 'UserinfoResponse',
    examples: [{ sub: EXAMPLE.user_id, email: 'ada@example.com' }],
    additionalProperties: Type.Unknown(),
  },
)

export type OpenIdProviderMetadata = Static<typeof OpenIdProviderMetadata>
export type UserinfoResponse = Static<typeof UserinfoResponse>
