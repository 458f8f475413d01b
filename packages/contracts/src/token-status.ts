import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'

/** What a client may send to the revocation and introspection endpoints, as a form or as JSON (RFC 7009 §2.1, RFC 7662 §2.1). */
export const TokenStatusRequest = Type.Object(
  {
    token: Type.String(),
    token_type_hint: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    client_secret: Type.Optional(Type.String()),
    client_assertion: Type.Optional(Type.String()),
    client_assertion_type: Type.Optional(Type.String()),
  },
  { examples: [{ token: EXAMPLE.access_token, client_id: EXAMPLE.client_id, client_secret: EXAMPLE.client_secret }] },
)

/** RFC 7662 §2.2. For a token that is not active there is `active` alone. */
export const IntrospectionResponse = Type.Object(
  {
    active: Type.Boolean(),
    scope: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    token_type: Type.Optional(
      Type.Union([Type.Literal('Bearer'), Type.Literal('DPoP')], { description: 'Of an access token only.' }),
    ),
    cnf: Type.Optional(
      Type.Object({ jkt: Type.String() }, { description: 'The key that the token is bound to (RFC 9449 §6.2).' }),
    ),
    exp: Type.Optional(Type.Integer()),
    iat: Type.Optional(Type.Integer()),
    sub: Type.Optional(Type.String()),
    aud: Type.Optional(Type.String({ description: 'The resource server that an access token is for.' })),
    iss: Type.Optional(Type.String()),
  },
  {
    $id: 'IntrospectionResponse',
    examples: [
      {
        active: true,
        scope: EXAMPLE.scope,
        client_id: EXAMPLE.client_id,
        token_type: 'Bearer',
        exp: 1_795_000_000,
        iat: 1_794_996_400,
        sub: EXAMPLE.user_id,
        iss: 'https://id.example',
      },
      { active: false },
    ],
  },
)

export type IntrospectionResponse = Static<typeof IntrospectionResponse>
