import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import {
  Base64url,
  ClientId,
  CompactJwe,
  CompactJws,
  Named,
  OneOf,
  ScopeToken,
  Strict,
  Text,
  Timestamp,
  UserId,
  Uuid,
} from './primitives.ts'
import { CLAIM_LIMITS } from './scopes.ts'

const KeptUpToDate = Type.Literal(true, {
  description: 'The device will send later changes of what is approved. Only for an app with keeps_up_to_date.',
})

/** The user's limit on a grant: this once, or until a date; and whether its data is kept up to date. */
export const GrantTerms = Type.Union([
  Strict({ once: Type.Literal(true, { description: 'The app gets no refresh token.' }) }),
  Strict({
    ends_at: Type.String({ ...Timestamp, description: 'No token of the grant outlives it.' }),
    keeps_up_to_date: Type.Optional(KeptUpToDate),
  }),
  Strict({ keeps_up_to_date: KeptUpToDate }),
])

const attested = {
  attestations: Type.Optional(
    Type.Array(Type.String({ ...CompactJws, maxLength: 4_096, description: 'a claim attestation' }), {
      maxItems: CLAIM_LIMITS.maxClaims,
      description: 'Of the claims that are shared, those that were verified.',
    }),
  ),
}

const attestation = { auth_request_id: Uuid, user_id: UserId, audience: ClientId, ...attested }

const ClaimName = Text(64, 1)

const Salt = Base64url(43, 43)

const PlainAttestation = Type.Object({
  ...attestation,
  claims: Type.Record(ClaimName, Type.Unknown()),
  salts: Type.Optional(
    Type.Object(
      { email: Type.Optional(Salt), phone: Type.Optional(Salt) },
      { description: 'The salt of each attestation, by claim: core compares the values.' },
    ),
  ),
})

/** Claims that only the app can read, and what was verified of them. */
export const sealedClaims = {
  ...attested,
  claim_names: Type.Array(ClaimName, { maxItems: CLAIM_LIMITS.maxClaims, uniqueItems: true }),
  claims_jwe: CompactJwe,
}

const SealedAttestation = Type.Object({ ...attestation, ...sealedClaims })

/** `POST /api/internal/attest-data/`: approved claims, sealed for an app with an encryption key, else plain. */
export const AttestDataRequest = Type.Union([PlainAttestation, SealedAttestation])

export const AttestDataResponse = Named('AttestDataResponse', { data_token: Type.String() })

/** `POST /api/internal/oauth/requests/{auth_request_id}/complete/` */
export const CompleteRequestBody = Type.Object(
  {
    approved_scopes: Type.Array(ScopeToken, { maxItems: 32 }),
    data_token: Text(262_144, 1),
    grant: Type.Optional(GrantTerms),
  },
  { examples: [{ approved_scopes: ['email'], data_token: EXAMPLE.data_token }] },
)

export const ConsentCompleteRequest = Type.Object(
  {
    auth_request_id: Uuid,
    user_id: UserId,
    approved_scopes: Type.Array(ScopeToken, { maxItems: 32 }),
    data_token: Text(262_144, 1),
    grant: Type.Optional(GrantTerms),
    unasked: Type.Optional(
      Type.Literal(true, {
        description: 'Approves without asking: only scopes that the person allows the app already, and for no longer.',
      }),
    ),
    session_id: Type.Optional(
      Type.String({
        ...Uuid,
        description: 'The session that it is approved in; its end is told to apps that ask for that.',
      }),
    ),
  },
  {
    examples: [
      {
        auth_request_id: EXAMPLE.auth_request_id,
        user_id: EXAMPLE.user_id,
        approved_scopes: ['email'],
        data_token: EXAMPLE.data_token,
      },
    ],
  },
)

/** The parts of the redirect; `redirect_uri` is the bare registered URI, and `state` is empty when the app sent none. */
export const ConsentCompleteResponse = Type.Object(
  {
    redirect_uri: Type.String(),
    authorization_code: Type.String({
      description: 'Empty where no browser carries it: a device fetches its answer itself (RFC 8628).',
    }),
    state: Type.String(),
  },
  {
    $id: 'ConsentCompleteResponse',
    examples: [{ redirect_uri: EXAMPLE.redirect_uri, authorization_code: EXAMPLE.code, state: EXAMPLE.state }],
  },
)

/** `POST …/requests/{auth_request_id}/silent/`: the data token has no claims. */
export const SilentAnswerBody = Strict({ data_token: Text(262_144, 1) })

/** The answer to `prompt=none`: a code, or why the user is needed (OpenID Connect Core §3.1.2.6). */
export const SilentAnswer = Type.Union([
  ConsentCompleteResponse,
  Type.Object({
    error: OneOf(['login_required', 'consent_required', 'interaction_required']),
  }),
])

export const ConsentDenyRequest = Type.Object({
  auth_request_id: Uuid,
  user_id: UserId,
})

export const ConsentDenyResponse = Named('ConsentDenyResponse', {
  redirect_uri: Type.String(),
  error: Type.Literal('access_denied'),
  state: Type.String(),
})

export const RequestGivingBack = Strict({ auth_request_id: Uuid, user_id: UserId })

/** The next reader becomes the request's owner. */
export const RequestGivenBack = Named('RequestGivenBack', { given_back: Type.Literal(true) })

export type GrantTerms = Static<typeof GrantTerms>
export type AttestDataRequest = Static<typeof AttestDataRequest>
export type CompleteRequestBody = Static<typeof CompleteRequestBody>
export type ConsentCompleteRequest = Static<typeof ConsentCompleteRequest>
export type ConsentCompleteResponse = Static<typeof ConsentCompleteResponse>
export type SilentAnswerBody = Static<typeof SilentAnswerBody>
export type SilentAnswer = Static<typeof SilentAnswer>
export type ConsentDenyRequest = Static<typeof ConsentDenyRequest>
export type ConsentDenyResponse = Static<typeof ConsentDenyResponse>
export type RequestGivenBack = Static<typeof RequestGivenBack>
export type RequestGivingBack = Static<typeof RequestGivingBack>
