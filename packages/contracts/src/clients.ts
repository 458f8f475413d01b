import { type Static, Type } from 'typebox'
import { VerifiableClaim } from './claim-verifications.ts'
import { CredentialsRequested } from './credential-requests.ts'
import { ScopeToken, Text, Timestamp, UserId, Uuid } from './primitives.ts'

const Uri = Text(2_048, 1)

export const ClientScope = Type.Object(
  {
    name: ScopeToken,
    reason: Type.String({ ...Text(300), description: "The app's own words on why it asks; empty when it gives none." }),
    required: Type.Boolean({ description: 'The app does not work without this scope.' }),
    default: Type.Optional(
      Type.Boolean({ description: 'Asked for when an authorization request names no scope (RFC 6749 §3.3).' }),
    ),
  },
  { additionalProperties: false },
)

const GrantType = Type.Union([
  Type.Literal('authorization_code'),
  Type.Literal('refresh_token'),
  Type.Literal('client_credentials'),
  Type.Literal('urn:ietf:params:oauth:grant-type:device_code'),
])

export type GrantType = Static<typeof GrantType>

/** What a client may be registered to come to the token endpoint with (RFC 7591 §2), in the order that they are listed in. */
export const GRANT_TYPES: readonly GrantType[] = GrantType.anyOf.map((literal) => literal.const)

/** What a client has that names none. */
export const DEFAULT_GRANT_TYPES: readonly GrantType[] = ['authorization_code', 'refresh_token']

const GrantTypes = Type.Array(GrantType, {
  uniqueItems: true,
  description: 'What it may come to the token endpoint with: authorization_code and refresh_token unless named.',
})

const TokenEndpointAuthMethod = Type.Union([
  Type.Literal('client_secret_post'),
  Type.Literal('client_secret_basic'),
  Type.Literal('private_key_jwt'),
  Type.Literal('none'),
])

/** A public key (RFC 7517 §4); which members it needs, and that none is private, registration checks. */
export const PublicJwk = Type.Object({ kty: Text(16), kid: Type.Optional(Text(256)) }, { additionalProperties: true })

const EncryptionJwk = Type.Object(PublicJwk.properties, {
  additionalProperties: true,
  description:
    'The public key, on P-256 or X25519, that what people share is sealed for. Without it, core and the provider can read that in passing, and people are told so.',
})
export const RemovableEncryptionJwk = Type.Optional(Type.Union([EncryptionJwk, Type.Null()]))

export const PublicJwkSet = Type.Object({ keys: Type.Array(PublicJwk, { maxItems: 16 }) })

export const ClaimsNotice = Type.Optional(
  Type.String({ description: 'Only without claims_encryption_jwk: what that costs people, and the cure.' }),
)

const PrivateUseSchemes = Type.Array(Type.String({ maxLength: 32 }), {
  maxItems: 8,
  description: 'Schemes without a dot that its redirect URIs may have (RFC 8252 §7.1), for example cursor.',
})
const IdTokenClaims = Type.Boolean({
  description: 'Whether id_tokens hold what the person approved; userinfo and the data token hold it anyway.',
})

const BackchannelLogoutSessionRequired = Type.Boolean({
  description: 'Its logout tokens always name a session (OpenID Connect Back-Channel Logout §2.2).',
})

export const VerifiedClaimsRequired = Type.Array(VerifiableClaim, {
  maxItems: 8,
  uniqueItems: true,
  description: 'Claims that the app takes verified, or not at all: the page offers to verify them on the spot.',
})

/** What can be said of a client beside its name and where people return to; each has a default. */
const optionalAttributes = {
  description: Type.Optional(Text(300)),
  token_endpoint_auth_method: Type.Optional(TokenEndpointAuthMethod),
  grant_types: Type.Optional(GrantTypes),
  require_pkce: Type.Optional(Type.Boolean()),
  require_pushed_authorization_requests: Type.Optional(Type.Boolean()),
  dpop_bound_access_tokens: Type.Optional(Type.Boolean()),
  jwks: Type.Optional(PublicJwkSet),
  subject_type: Type.Optional(Type.Union([Type.Literal('public'), Type.Literal('pairwise')])),
  id_token_signed_response_alg: Type.Optional(Type.Union([Type.Literal('ES256'), Type.Literal('RS256')])),
  id_token_claims: Type.Optional(IdTokenClaims),
  private_use_schemes: Type.Optional(PrivateUseSchemes),
  verified_claims_required: Type.Optional(VerifiedClaimsRequired),
  credentials_requested: Type.Optional(CredentialsRequested),
  post_logout_redirect_uris: Type.Optional(Type.Array(Uri, { maxItems: 32 })),
  backchannel_logout_session_required: Type.Optional(BackchannelLogoutSessionRequired),
  logo_uri: Type.Optional(
    Type.String({ ...Text(2_048), description: 'Fetched once, now; from then on the picture is served from here.' }),
  ),
}

const Name = Text(80, 1)
const RedirectUris = Type.Array(Uri, { maxItems: 32, description: 'At least one, for authorization_code.' })
const Scopes = Type.Array(ClientScope, { minItems: 1, maxItems: 32 })

export const ClientCreation = Type.Object(
  {
    ...optionalAttributes,
    name: Name,
    redirect_uris: Type.Optional(RedirectUris),
    scopes: Scopes,
    claims_encryption_jwk: Type.Optional(EncryptionJwk),
    jwks_uri: Type.Optional(Uri),
    backchannel_logout_uri: Type.Optional(Uri),
    policy_uri: Type.Optional(Uri),
    tos_uri: Type.Optional(Uri),
  },
  { $id: 'ClientCreation', additionalProperties: false },
)

const Removable = Type.Optional(Type.Union([Uri, Type.Null()]))

/** What is left out stays as it is; `null` takes the encryption key or an address away. */
export const ClientUpdate = Type.Object(
  {
    ...optionalAttributes,
    name: Type.Optional(Name),
    redirect_uris: Type.Optional(RedirectUris),
    scopes: Type.Optional(Scopes),
    claims_encryption_jwk: RemovableEncryptionJwk,
    jwks_uri: Removable,
    backchannel_logout_uri: Removable,
    policy_uri: Removable,
    tos_uri: Removable,
  },
  { $id: 'ClientUpdate', additionalProperties: false },
)

/** A secret as the registry knows it: by its name and its times, never by its value. */
export const ClientSecretSummary = Type.Object({
  secret_id: Uuid,
  created_at: Timestamp,
  expires_at: Type.Union([Timestamp, Type.Null()]),
  last_used_at: Type.Union([Timestamp, Type.Null()], { description: 'Exact to about a minute.' }),
})

const NullableUri = Type.Union([Type.String(), Type.Null()])

const clientAttributes = {
  client_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  logo: Type.String({ description: 'Where the logo is served.' }),
  redirect_uris: Type.Array(Type.String()),
  scopes: Type.Array(ClientScope),
  token_endpoint_auth_method: TokenEndpointAuthMethod,
  grant_types: GrantTypes,
  require_pkce: Type.Boolean(),
  require_pushed_authorization_requests: Type.Boolean(),
  dpop_bound_access_tokens: Type.Boolean(),
  jwks: PublicJwkSet,
  jwks_uri: NullableUri,
  policy_uri: NullableUri,
  tos_uri: NullableUri,
  sector_identifier_uri: NullableUri,
  subject_type: Type.Union([Type.Literal('public'), Type.Literal('pairwise')]),
  id_token_signed_response_alg: Type.Union([Type.Literal('ES256'), Type.Literal('RS256')]),
  id_token_claims: IdTokenClaims,
  private_use_schemes: PrivateUseSchemes,
  verified_claims_required: VerifiedClaimsRequired,
  credentials_requested: CredentialsRequested,
  claims_encryption_jwk: Type.Union([PublicJwk, Type.Null()]),
  claims_notice: ClaimsNotice,
  post_logout_redirect_uris: Type.Array(Type.String()),
  backchannel_logout_uri: NullableUri,
  backchannel_logout_session_required: BackchannelLogoutSessionRequired,
  owner: Type.Union([UserId, Type.Null()], {
    description:
      'The developer who registered it; null where an administrator did, the app itself, or somebody whose account has ended.',
  }),
  disabled_at: Type.Union([Timestamp, Type.Null()], {
    description: 'Since when its requests are refused and its tokens rest; null: they are not.',
  }),
  created_at: Timestamp,
}

/** A client as an administrator sees it. */
export const ClientResource = Type.Object(
  { ...clientAttributes, secrets: Type.Array(ClientSecretSummary) },
  { $id: 'Client' },
)

/** The one answer that holds a secret: it is stored as a hash and never shown again. */
export const ClientWithSecret = Type.Object(
  {
    ...clientAttributes,
    secrets: Type.Array(ClientSecretSummary),
    client_secret: Type.Optional(
      Type.String({ description: 'Shown this once; absent for a client without a secret.' }),
    ),
  },
  { $id: 'ClientWithSecret' },
)

export type ClientScope = Static<typeof ClientScope>
export type PublicJwk = Static<typeof PublicJwk> & { readonly [member: string]: unknown }
export type ClientCreation = Static<typeof ClientCreation>
export type ClientUpdate = Static<typeof ClientUpdate>
export type ClientResource = Static<typeof ClientResource>
export type ClientWithSecret = Static<typeof ClientWithSecret>
export type ClientSecretSummary = Static<typeof ClientSecretSummary>
