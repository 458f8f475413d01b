import { type Static, Type } from 'typebox'
import { Strict, Text } from './primitives.ts'
import { CLIENT_TEXT_LENGTHS } from './visible-text.ts'

const Id = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 64 })
const Vct = Type.String({ pattern: '^[!-~]+$', maxLength: 200, description: 'The type of the credential.' })
const Issuer = Text(200, 1)
const Reason = Type.String({ ...Text(CLIENT_TEXT_LENGTHS.reason), description: "The app's own words on why it asks." })

/** The provider refuses members that it does not know, each by its own sentence. */
const OPEN = { additionalProperties: true }

const ClaimsQuery = Type.Object(
  {
    path: Type.Array(Type.Union([Type.String(), Type.Integer(), Type.Null()]), {
      minItems: 1,
      description: 'One name, at the top of the credential: ["degree"].',
    }),
    values: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        minItems: 1,
        maxItems: 16,
        description: 'Of the claim iss alone: the issuers that the app trusts, https.',
      }),
    ),
  },
  OPEN,
)

const CredentialQuery = Type.Object(
  {
    id: Id,
    format: Type.String({ description: 'dc+sd-jwt' }),
    meta: Type.Object({ vct_values: Type.Array(Type.String(), { description: 'One type.' }) }, OPEN),
    claims: Type.Array(ClaimsQuery, { minItems: 1, maxItems: 17 }),
    reason: Type.Optional(Reason),
  },
  OPEN,
)

/** As an app registers it: a DCQL query (OpenID4VP 1.0 §6), where `reason` is ours. */
export const CredentialsQuery = Type.Object(
  { credentials: Type.Array(CredentialQuery, { minItems: 1, maxItems: 4 }) },
  {
    ...OPEN,
    description:
      'Claims of credentials that others have issued, as a DCQL query. People choose whether to share them, and only an app with a claims_encryption_jwk gets any.',
  },
)

/** As devices read it. */
export const CredentialRequest = Strict({
  vct: Vct,
  issuers: Type.Array(Issuer, {
    minItems: 1,
    maxItems: 16,
    uniqueItems: true,
    description: 'The iss of each issuer that the app trusts: https.',
  }),
  claims: Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]*$', maxLength: 64 }), {
    minItems: 1,
    maxItems: 16,
    uniqueItems: true,
    description: 'Names of claims at the top of the credential.',
  }),
  reason: Type.String({ ...Reason, description: "The app's own words on why it asks; empty when it gives none." }),
})

export const CredentialRequests = Type.Array(CredentialRequest, {
  maxItems: 4,
  description: 'Claims of credentials that others have issued, which the app would like.',
})

export type CredentialsQuery = Static<typeof CredentialsQuery>
export type CredentialRequest = Static<typeof CredentialRequest>
