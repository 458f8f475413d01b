import { type Static, Type } from 'typebox'
import { ClaimsNotice, informationDefaults, informationProperties, metadataProperties } from './clients.ts'
import { EXAMPLE } from './examples.ts'
import { Text } from './primitives.ts'

const Line = Text(2_048)

/**
 * The metadata of a registering client (RFC 7591 §2). Unknown members are ignored, as the RFC asks. The provider checks
 * the values, each with its own error.
 */
export const ClientMetadata = Type.Object(
  {
    client_id: Type.Optional(Line),
    client_secret: Type.Optional(Line),
    client_name: Type.Optional(Line),
    response_types: Type.Optional(Type.Array(Line, { maxItems: 32 })),
    scope: Type.Optional(Line),
    ...metadataProperties,
    logo_uri: Type.Optional(Line),
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
    response_types: Type.Array(Type.String()),
    scope: Type.String(),
    ...informationProperties,
    claims_notice: ClaimsNotice,
    logo_uri: Type.String({ description: 'Where the logo is served: the address that was given is not called again.' }),
  },
  {
    $id: 'ClientInformation',
    examples: [
      {
        ...informationDefaults,
        client_id: EXAMPLE.client_id,
        client_id_issued_at: 1_794_996_400,
        client_secret: EXAMPLE.client_secret,
        client_secret_expires_at: 0,
        registration_access_token: `cs_ra_${'0'.repeat(43)}`,
        registration_client_uri: `https://id.example/oauth/register/${EXAMPLE.client_id}`,
        client_name: 'Example App',
        redirect_uris: [EXAMPLE.redirect_uri],
        token_endpoint_auth_method: 'client_secret_basic',
        response_types: ['code'],
        scope: EXAMPLE.scope,
        logo_uri: `https://id.example/oauth/clients/${EXAMPLE.client_id}/logo`,
        id_token_signed_response_alg: 'ES256',
      },
    ],
  },
)

export type ClientMetadata = Static<typeof ClientMetadata>
export type ClientInformation = Static<typeof ClientInformation>
