import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import { GrantTerms } from './grant-terms.ts'
import { Base64url, ClientId, CompactJwe, CompactJws, ScopeToken, Text, UserId, Uuid } from './primitives.ts'
import { CLAIM_LIMITS } from './scopes.ts'

const attestation = {
  auth_request_id: Uuid,
  user_id: UserId,
  audience: ClientId,
  attestations: Type.Optional(
    Type.Array(Type.String({ ...CompactJws, maxLength: 4_096, description: 'a claim attestation' }), {
      maxItems: CLAIM_LIMITS.maxClaims,
      description: 'Of the claims that are shared, those that were verified.',
    }),
  ),
}

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

const SealedAttestation = Type.Object({
  ...attestation,
  claim_names: Type.Array(ClaimName, { maxItems: CLAIM_LIMITS.maxClaims, uniqueItems: true }),
  claims_jwe: CompactJwe,
})

/**
 * `POST /api/internal/attest-data/`: what a person approved, to be signed into a data token. An app with an encryption key
 * gets it sealed, any other in the open; a request holds one of the two forms, never both.
 */
export const AttestDataRequest = Type.Union([PlainAttestation, SealedAttestation])

export const AttestDataResponse = Type.Object({ data_token: Type.String() }, { $id: 'AttestDataResponse' })

/** `POST /api/internal/oauth/requests/{auth_request_id}/complete/` */
export const CompleteRequestBody = Type.Object(
  {
    approved_scopes: Type.Array(ScopeToken, { maxItems: 32 }),
    data_token: Text(262_144, 1),
    grant: Type.Optional(GrantTerms),
  },
  { examples: [{ approved_scopes: ['email'], data_token: EXAMPLE.data_token }] },
)

export type AttestDataRequest = Static<typeof AttestDataRequest>
export type AttestDataResponse = Static<typeof AttestDataResponse>
export type CompleteRequestBody = Static<typeof CompleteRequestBody>
