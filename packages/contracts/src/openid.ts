import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import { Named, OneOf } from './primitives.ts'

/** OpenID Connect Core §2, EAP ACR Values 1.0 §2 (`phr`). A password has no registered value, so it has our own. */
export const ACR_OF_METHOD = { passkey: 'phr', password: 'urn:countersign:acr:password' } as const

/** RFC 8176: a passkey proves its key (`pop`), takes a gesture (`user`) and verifies the person on the device (`mfa`). */
export const AMR_OF_ACR: Readonly<Record<string, readonly string[]>> = {
  [ACR_OF_METHOD.passkey]: ['pop', 'user', 'mfa'],
  [ACR_OF_METHOD.password]: ['pwd'],
}

/** Authorization server metadata (RFC 8414 §2, RFC 9207 §3, RFC 9126 §5, RFC 9449 §5.1). */
export const AuthorizationServerMetadata = Named('AuthorizationServerMetadata', {
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
  registration_endpoint: Type.Optional(Type.String()),
  client_id_metadata_document_supported: Type.Optional(Type.Boolean()),
  scopes_supported: Type.Array(Type.String()),
  protected_resources: Type.Optional(
    Type.Array(Type.String(), { description: 'The registered resource servers (RFC 9728 §4).' }),
  ),
  response_types_supported: Type.Array(Type.String()),
  response_modes_supported: Type.Array(Type.String()),
  grant_types_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
  token_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String()),
  code_challenge_methods_supported: Type.Array(Type.String()),
  acr_values_supported: Type.Array(Type.String(), { description: 'For step-up, too (RFC 9470 §7).' }),
  authorization_response_iss_parameter_supported: Type.Boolean(),
  pushed_authorization_request_endpoint: Type.String(),
  require_pushed_authorization_requests: Type.Boolean(),
  dpop_signing_alg_values_supported: Type.Array(Type.String()),
  device_authorization_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
  revocation_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String()),
  introspection_endpoint: Type.String(),
  introspection_endpoint_auth_methods_supported: Type.Array(Type.String()),
  introspection_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String()),
  end_session_endpoint: Type.String(),
  backchannel_logout_supported: Type.Boolean(),
  backchannel_logout_session_supported: Type.Boolean(),
})

/** A JWK Set (RFC 7517 §5) with public keys only. */
export const JwkSet = Named('JwkSet', {
  keys: Type.Array(
    Type.Object({
      kty: Type.String(),
      crv: Type.Optional(Type.String()),
      x: Type.Optional(Type.String()),
      y: Type.Optional(Type.String()),
      n: Type.Optional(Type.String()),
      e: Type.Optional(Type.String()),
      kid: Type.String(),
      alg: Type.String(),
      use: Type.String(),
      purpose: OneOf(['id_token', 'data_token'], {
        description: 'The only use of the key: reject other signatures by it.',
      }),
    }),
  ),
})

/** OpenID Provider metadata (OpenID Connect Discovery §3), on top of that of the authorization server. */
export const OpenIdProviderMetadata = Named('OpenIdProviderMetadata', {
  ...AuthorizationServerMetadata.properties,
  userinfo_endpoint: Type.String(),
  subject_types_supported: Type.Array(Type.String()),
  id_token_signing_alg_values_supported: Type.Array(Type.String()),
  prompt_values_supported: Type.Array(Type.String()),
  claim_types_supported: Type.Array(Type.String()),
  claims_supported: Type.Array(Type.String()),
  claims_parameter_supported: Type.Boolean(),
  request_parameter_supported: Type.Boolean(),
  request_uri_parameter_supported: Type.Boolean(),
})

/** The relation whose link is the issuer (OpenID Connect Discovery 1.0 §2). */
export const ISSUER_RELATION = 'http://openid.net/specs/connect/1.0/issuer'

/** RFC 7033 §4.1. */
export const WebFingerQuery = Type.Object({
  resource: Type.String({ description: 'An `acct:` or https URI of this host.' }),
  rel: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], { description: 'Links to answer; all if left out.' }),
  ),
})

/** A JSON Resource Descriptor (RFC 7033 §4.4). */
export const ResourceDescriptor = Named('ResourceDescriptor', {
  subject: Type.String(),
  links: Type.Array(Type.Object({ rel: Type.String(), href: Type.String() })),
})

/** RFC 6750 §2.2. */
export const UserinfoRequest = Type.Object({ access_token: Type.Optional(Type.String()) })

/** The user's identifier for this app, and the approved claims under their names in OpenID Connect Core §5.1. */
export const UserinfoResponse = Type.Object(
  { sub: Type.String() },
  {
    $id: 'UserinfoResponse',
    examples: [{ sub: EXAMPLE.user_id, email: 'ada@example.com' }],
    additionalProperties: Type.Unknown(),
  },
)

export type AuthorizationServerMetadata = Static<typeof AuthorizationServerMetadata>
export type OpenIdProviderMetadata = Static<typeof OpenIdProviderMetadata>
export type ResourceDescriptor = Static<typeof ResourceDescriptor>
export type UserinfoResponse = Static<typeof UserinfoResponse>
