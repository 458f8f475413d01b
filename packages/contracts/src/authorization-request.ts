import { type Static, Type } from 'typebox'
import { VerifiableClaim } from './claim-verifications.ts'
import { ClientNames, ClientTexts } from './client-values.ts'
import { CredentialRequests } from './credential-requests.ts'
import { EXAMPLE } from './examples.ts'
import { Base64url, OneOf, ScopeToken, Timestamp, UserId, Uuid } from './primitives.ts'
import { ClaimLabels, ScopeTexts } from './scopes.ts'

/** `expired` is how a pending request reads once its lifetime has passed. */
export const AuthorizationRequestStatus = OneOf(['pending', 'approved', 'denied', 'expired'])

export const ScopeDetail = Type.Object({
  name: ScopeToken,
  title: Type.String(),
  description: Type.String(),
  reason: Type.String({ description: "The app's own words on why it asks; empty when it gave none." }),
  required: Type.Boolean({ description: 'The app does not work without this scope.' }),
  claims: Type.Array(Type.String(), { description: 'The claims of this scope that the app asks for.' }),
  partial: Type.Optional(Type.Literal(true, { description: 'The scope has more claims, which it does not ask for.' })),
  essential: Type.Optional(
    Type.Array(Type.String(), { description: 'Those that it says it needs; people may leave them out all the same.' }),
  ),
  resource: Type.Optional(Type.String({ description: 'The name of the API that it lets the app reach.' })),
  texts: Type.Optional(
    Type.Object(ScopeTexts.properties, { description: "An operator's title and description, by language." }),
  ),
  claim_labels: Type.Optional(
    Type.Record(Type.String(), Type.Object(ClaimLabels.properties), {
      description: 'Labels of operator-defined claims, by claim and language.',
    }),
  ),
})

export const ClientSummary = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  logo: Type.String({ description: 'A URL of ours: the page never calls the host of an app.' }),
  description: Type.String(),
})

const Coordinate = Base64url(43, 43)

/** An app's public key for sealed claims (RFC 7517), without other members. */
export const ClaimsEncryptionJwk = Type.Union([
  Type.Object({ kty: Type.Literal('EC'), crv: Type.Literal('P-256'), x: Coordinate, y: Coordinate }),
  Type.Object({ kty: Type.Literal('OKP'), crv: Type.Literal('X25519'), x: Coordinate }),
])

const AcceptedAcr = Type.Optional(
  Type.String({ description: 'The acr of each sign-in that the app takes, space-separated; absent: any.' }),
)

const Unreviewed = Type.Optional(Type.Boolean({ description: 'true: the operators do not vouch for the app.' }))

const RequestingClient = Type.Object({
  ...ClientSummary.properties,
  texts: Type.Optional(ClientTexts),
  unreviewed: Unreviewed,
  claims_encryption_jwk: Type.Optional(ClaimsEncryptionJwk),
  policy_uri: Type.Optional(Type.String({ description: 'https: how the app says that it treats data.' })),
  tos_uri: Type.Optional(Type.String({ description: 'https: the terms of the app.' })),
  verified_claims_required: Type.Optional(
    Type.Array(VerifiableClaim, { description: 'Claims that the app takes verified, or not at all.' }),
  ),
  credentials_requested: Type.Optional(CredentialRequests),
  keeps_up_to_date: Type.Optional(
    Type.Literal(true, { description: 'It may be sent later changes of what is approved, if the person chooses so.' }),
  ),
})

/** An authorization request as the consent page needs it. */
export const AuthorizationRequestDetails = Type.Object(
  {
    auth_request_id: Uuid,
    status: AuthorizationRequestStatus,
    expires_at: Timestamp,
    requested_scopes: Type.Array(ScopeToken),
    scope_details: Type.Array(ScopeDetail),
    state: Type.String({ description: "The relying app's state, byte for byte; empty when it sent none." }),
    redirect_uri: Type.String(),
    client: RequestingClient,
    subject: Type.Optional(
      Type.String({
        description: 'Whom the data token must name for this reader, where it is not the user_id: pairwise.',
      }),
    ),
    response_mode: Type.Optional(
      Type.Literal('form_post', { description: 'The answer goes to the app by way of /oauth/form-post.' }),
    ),
    prompt: Type.Optional(
      Type.String({
        description:
          'The prompts that the app wants: login, consent, select_account, create; none: answer without asking.',
      }),
    ),
    max_age: Type.Optional(Type.Integer({ description: 'seconds since the last sign-in that the app accepts' })),
    acr_values: AcceptedAcr,
    login_hint: Type.Optional(Type.String({ description: 'Whom the app expects; a hint and never a proof.' })),
    asked: Type.Optional(
      Base64url(43, 43, {
        description: 'The same for every request by which this app asks for this; absent where it wishes more.',
      }),
    ),
  },
  {
    $id: 'AuthorizationRequestDetails',
    examples: [
      {
        auth_request_id: EXAMPLE.auth_request_id,
        status: 'pending',
        expires_at: '2026-11-22T12:10:00.000Z',
        requested_scopes: ['openid', 'email'],
        scope_details: [
          {
            name: 'email',
            title: 'Your email address',
            description: 'The address that you chose.',
            reason: 'To send you receipts.',
            required: false,
            claims: ['email'],
          },
        ],
        state: EXAMPLE.state,
        redirect_uri: EXAMPLE.redirect_uri,
        client: {
          client_id: EXAMPLE.client_id,
          name: 'Example App',
          logo: `https://id.example/oauth/clients/${EXAMPLE.client_id}/logo`,
          description: 'An app that sends receipts.',
        },
      },
    ],
  },
)

/** The requesting app, for any holder of the request's identifier: as much as the request's own address reveals. */
export const AuthorizationRequestPreview = Type.Object(
  {
    status: AuthorizationRequestStatus,
    expires_at: Timestamp,
    client: Type.Object({
      name: ClientSummary.properties.name,
      names: Type.Optional(ClientNames),
      logo: ClientSummary.properties.logo,
      host: Type.String({
        description: 'Where an answer leads: the host of its redirect URI, or the scheme of a program.',
      }),
      unreviewed: Unreviewed,
    }),
    prompt: AuthorizationRequestDetails.properties.prompt,
    signed_in_since: Type.Optional(
      Type.String({ ...Timestamp, description: 'By max_age: an answer needs a sign-in that is no older.' }),
    ),
    acr_values: AcceptedAcr,
    asked: AuthorizationRequestDetails.properties.asked,
  },
  {
    $id: 'AuthorizationRequestPreview',
    examples: [
      {
        status: 'pending',
        expires_at: '2026-11-22T12:10:00.000Z',
        client: {
          name: 'Example App',
          logo: `https://id.example/oauth/clients/${EXAMPLE.client_id}/logo`,
          host: 'app.example',
        },
      },
    ],
  },
)

export const AuthorizationRequestQuery = Type.Object({
  auth_request_id: Uuid,
  user_id: Type.Optional(
    Type.String({ ...UserId, description: 'The session or device that reads it: the first reader owns it.' }),
  ),
})
export const AuthorizationRequestParams = Type.Object({ auth_request_id: Uuid })

export type AuthorizationRequestStatus = Static<typeof AuthorizationRequestStatus>
export type ScopeDetail = Static<typeof ScopeDetail>
export type ClaimsEncryptionJwk = Static<typeof ClaimsEncryptionJwk>
export type AuthorizationRequestDetails = Static<typeof AuthorizationRequestDetails>
export type AuthorizationRequestPreview = Static<typeof AuthorizationRequestPreview>
export type AuthorizationRequestQuery = Static<typeof AuthorizationRequestQuery>
