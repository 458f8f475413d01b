import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import { OneOf, OptionalText, Uuid } from './primitives.ts'

const asked = (unless: string) => OptionalText(`Required, unless ${unless}.`)

const unlessPushed = asked('request_uri names a pushed request')

const Resources = Type.Optional(
  Type.Union([Type.String(), Type.Array(Type.String())], {
    description: 'A resource server that tokens will be for; may come more than once (RFC 8707 §2.1).',
  }),
)

const AUTHORIZE_EXAMPLE = {
  client_id: EXAMPLE.client_id,
  redirect_uri: EXAMPLE.redirect_uri,
  response_type: 'code',
  scope: EXAMPLE.scope,
  state: EXAMPLE.state,
  code_challenge: EXAMPLE.code_challenge,
  code_challenge_method: 'S256',
}

/** For documentation: the rules validate, each with its own error. */
export const AuthorizeParameters = Type.Object(
  {
    client_id: Type.String(),
    redirect_uri: unlessPushed,
    response_type: unlessPushed,
    response_mode: OptionalText('query, which is the default, or form_post.'),
    scope: asked('request_uri names a pushed request, or the client has default scopes'),
    state: Type.Optional(Type.String()),
    code_challenge: unlessPushed,
    code_challenge_method: unlessPushed,
    prompt: Type.Optional(Type.String()),
    nonce: Type.Optional(Type.String()),
    max_age: Type.Optional(Type.String()),
    acr_values: OptionalText('Space-separated: phr asks for a sign-in by passkey.'),
    claims: OptionalText('Claims asked for one by one, as JSON (OpenID Connect Core §5.5).'),
    login_hint: Type.Optional(Type.String()),
    id_token_hint: OptionalText('An id_token of the person that is meant; it may have expired.'),
    resource: Resources,
    dpop_jkt: OptionalText('The thumbprint of the key that the code is bound to.'),
    request_uri: OptionalText('Names a pushed request; only client_id stands beside it.'),
  },
  { examples: [AUTHORIZE_EXAMPLE] },
)

/** For the page, which ends a request that its person cannot answer. */
export const UnansweredParameters = Type.Object({
  auth_request_id: Uuid,
  error: OneOf([
    'login_required',
    'consent_required',
    'interaction_required',
    'access_denied',
    'unmet_authentication_requirements',
  ]),
})

/** For the page that posts a code or an error to an app with `response_mode=form_post`. */
export const FormPostParameters = Type.Object({
  client_id: Type.String(),
  redirect_uri: Type.String(),
  code: Type.Optional(Type.String()),
  error: OptionalText('An error code of OAuth, in place of the code.'),
  error_description: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
})

const requiredWith = (grantType: string) => OptionalText(`Required with ${grantType}.`)
const forCode = requiredWith('authorization_code')

/** A form or JSON for the token endpoint. For documentation: it validates nothing. */
export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({
      description:
        'authorization_code, refresh_token, client_credentials, or urn:ietf:params:oauth:grant-type:device_code (RFC 8628)',
    }),
    code: forCode,
    redirect_uri: forCode,
    client_id: asked('the Authorization header or client_assertion names the client'),
    client_secret: Type.Optional(Type.String()),
    client_assertion_type: Type.Optional(Type.String()),
    client_assertion: Type.Optional(Type.String()),
    code_verifier: forCode,
    device_code: requiredWith('urn:ietf:params:oauth:grant-type:device_code'),
    refresh_token: requiredWith('refresh_token'),
    scope: Type.Optional(
      Type.String({
        description:
          'With refresh_token: fewer scopes than were approved. With client_credentials: the scopes of the call.',
      }),
    ),
    resource: OptionalText('The one resource server that the access token is for (RFC 8707 §2.2).'),
  },
  {
    examples: [
      {
        grant_type: 'authorization_code',
        code: EXAMPLE.code,
        redirect_uri: EXAMPLE.redirect_uri,
        client_id: EXAMPLE.client_id,
        client_secret: EXAMPLE.client_secret,
        code_verifier: EXAMPLE.code_verifier,
      },
      {
        grant_type: 'refresh_token',
        refresh_token: EXAMPLE.refresh_token,
        client_id: EXAMPLE.client_id,
        client_secret: EXAMPLE.client_secret,
      },
    ],
  },
)

/** Tokens for a relying app (RFC 6749 §5.1). A refresh has a `data_token` only where the person's device has sent an update. */
export const TokenResponse = Type.Object(
  {
    access_token: Type.String(),
    token_type: OneOf(['Bearer', 'DPoP']),
    expires_in: Type.Integer({ description: 'seconds' }),
    refresh_token: OptionalText('Absent if the person approved this sign-in only.'),
    scope: Type.String({ description: 'The approved scopes, space-separated.' }),
    data_token: Type.Optional(Type.String()),
    id_token: OptionalText('When openid was approved (OpenID Connect Core §3.1.3.3).'),
  },
  {
    $id: 'TokenResponse',
    examples: [
      {
        access_token: EXAMPLE.access_token,
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: EXAMPLE.refresh_token,
        scope: EXAMPLE.scope,
        data_token: EXAMPLE.data_token,
      },
    ],
  },
)

/** RFC 9126 §2.1: an authorization request with client authentication. */
export const PushedAuthorizationRequest = Type.Object(
  {
    ...Type.Omit(AuthorizeParameters, ['request_uri']).properties,
    ...Type.Pick(TokenRequest, ['client_id', 'client_secret', 'client_assertion_type', 'client_assertion']).properties,
    response_type: Type.String(),
    redirect_uri: Type.String(),
  },
  { examples: [{ ...AUTHORIZE_EXAMPLE, client_secret: EXAMPLE.client_secret }] },
)

/** RFC 9126 §2.2. */
export const PushedAuthorizationResponse = Type.Object(
  { request_uri: Type.String(), expires_in: Type.Integer({ description: 'seconds' }) },
  {
    $id: 'PushedAuthorizationResponse',
    examples: [{ request_uri: `urn:ietf:params:oauth:request_uri:${'0'.repeat(64)}`, expires_in: 60 }],
  },
)

/** A form or JSON for the revocation and introspection endpoints (RFC 7009 §2.1, RFC 7662 §2.1). */
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

/** RFC 7662 §2.2. For an inactive token, only `active`. */
export const IntrospectionResponse = Type.Object(
  {
    active: Type.Boolean(),
    scope: Type.Optional(Type.String()),
    client_id: Type.Optional(Type.String()),
    token_type: Type.Optional(OneOf(['Bearer', 'DPoP'], { description: 'Of an access token only.' })),
    cnf: Type.Optional(
      Type.Object({ jkt: Type.String() }, { description: 'The key that the token is bound to (RFC 9449 §6.2).' }),
    ),
    exp: Type.Optional(Type.Integer()),
    iat: Type.Optional(Type.Integer()),
    sub: Type.Optional(Type.String()),
    aud: OptionalText('The resource server that an access token is for.'),
    iss: Type.Optional(Type.String()),
    auth_time: Type.Optional(Type.Integer({ description: 'When the person signed in (RFC 9470 §6.2).' })),
    acr: OptionalText('How the person signed in (RFC 9470 §6.2): phr is a passkey.'),
    amr: Type.Optional(Type.Array(Type.String(), { description: 'By what (RFC 8176).' })),
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

export type Unanswered = Static<typeof UnansweredParameters>['error']
export type TokenRequest = Static<typeof TokenRequest>
export type TokenResponse = Static<typeof TokenResponse>
export type IntrospectionResponse = Static<typeof IntrospectionResponse>
