import { type Static, Type } from 'typebox'
import { ClaimsNotice, PublicJwk, PublicJwkSet, RemovableEncryptionJwk, VerifiedClaimsRequired } from './clients.ts'
import { EXAMPLE } from './examples.ts'
import { Text } from './primitives.ts'

const Line = Text(2_048)
const Uris = Type.Array(Line, { maxItems: 32 })

/**
 * What an app says of itself when it registers (RFC 7591 §2). What is not named here is ignored, as the RFC asks; which
 * values are right is decided by the rules, with the error that each owes.
 */
export const ClientMetadata = Type.Object(
  {
    client_id: Type.Optional(Line),
    client_secret: Type.Optional(Line),
    client_name: Type.Optional(Line),
    redirect_uris: Type.Optional(Uris),
    token_endpoint_auth_method: Type.Optional(Line),
    grant_types: Type.Optional(Uris),
    response_types: Type.Optional(Uris),
    scope: Type.Optional(Line),
    jwks: Type.Optional(PublicJwkSet),
    jwks_uri: Type.Optional(Line),
    claims_encryption_jwk: RemovableEncryptionJwk,
    verified_claims_required: Type.Optional(Uris),
    logo_uri: Type.Optional(Line),
    policy_uri: Type.Optional(Line),
    tos_uri: Type.Optional(Line),
    sector_identifier_uri: Type.Optional(Line),
    subject_type: Type.Optional(Line),
    id_token_signed_response_alg: Type.Optional(Line),
    post_logout_redirect_uris: Type.Optional(Uris),
    backchannel_logout_uri: Type.Optional(Line),
    backchannel_logout_session_required: Type.Optional(Type.Boolean()),
    require_pushed_authorization_requests: Type.Optional(Type.Boolean()),
    dpop_bound_access_tokens: Type.Optional(Type.Boolean()),
  },
  {
    $id: 'ClientMetadata',
    examples: [{ client_name: 'Example App', redirect_uris: [EXAMPLE.redirect_uri], scope: EXAMPLE.scope }],
  },
)

/** A registration as it stands, with what is needed to manage it (RFC 7591 §3.2.1, RFC 7592 §3). */
export const ClientInformation = Type.Object(
  {
    client_id: Type.String(),
    client_id_issued_at: Type.Integer(),
    client_secret: Type.Optional(Type.String({ description: 'Only when it is new: it is stored as a hash.' })),
    client_secret_expires_at: Type.Optional(Type.Integer({ description: '0: it does not expire.' })),
    registration_access_token: Type.String(),
    registration_client_uri: Type.String(),
    client_name: Type.String(),
    redirect_uris: Type.Array(Type.String()),
    token_endpoint_auth_method: Type.String(),
    grant_types: Type.Array(Type.String()),
    response_types: Type.Array(Type.String()),
    scope: Type.String(),
    jwks: Type.Optional(PublicJwkSet),
    jwks_uri: Type.Optional(Type.String()),
    claims_encryption_jwk: Type.Optional(PublicJwk),
    claims_notice: ClaimsNotice,
    verified_claims_required: Type.Optional(VerifiedClaimsRequired),
    policy_uri: Type.Optional(Type.String()),
    tos_uri: Type.Optional(Type.String()),
    sector_identifier_uri: Type.Optional(Type.String()),
    logo_uri: Type.String({ description: 'Where the logo is served: the address that was given is not called again.' }),
    subject_type: Type.String(),
    id_token_signed_response_alg: Type.String(),
    post_logout_redirect_uris: Type.Array(Type.String()),
    backchannel_logout_uri: Type.Optional(Type.String()),
    backchannel_logout_session_required: Type.Boolean(),
    require_pushed_authorization_requests: Type.Boolean(),
    dpop_bound_access_tokens: Type.Boolean(),
  },
  {
    $id: 'ClientInformation',
    examples: [
      {
        client_id: EXAMPLE.client_id,
        client_id_issued_at: 1_794_996_400,
        client_secret: EXAMPLE.client_secret,
        client_secret_expires_at: 0,
        registration_access_token: `cs_ra_${'0'.repeat(43)}`,
        registration_client_uri: `https://id.example/oauth/register/${EXAMPLE.client_id}`,
        client_name: 'Example App',
        redirect_uris: [EXAMPLE.redirect_uri],
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: EXAMPLE.scope,
        logo_uri: `https://id.example/oauth/clients/${EXAMPLE.client_id}/logo`,
        subject_type: 'public',
        id_token_signed_response_alg: 'ES256',
        post_logout_redirect_uris: [],
        backchannel_logout_session_required: false,
        require_pushed_authorization_requests: false,
        dpop_bound_access_tokens: false,
      },
    ],
  },
)

export type ClientMetadata = Static<typeof ClientMetadata>
export type ClientInformation = Static<typeof ClientInformation>
