import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import { Base64url, CompactJws, Text, Uuid } from './primitives.ts'
import { CLAIM_LIMITS } from './scopes.ts'

/** A claim that the user can verify by a code sent to its value. */
export const VerifiableClaim = Type.Union([Type.Literal('email'), Type.Literal('phone')])

/** The languages that a message with a code is written in. */
export const MessageLanguage = Type.Union([
  Type.Literal('en'),
  Type.Literal('de'),
  Type.Literal('fr'),
  Type.Literal('es'),
  Type.Literal('ar'),
  Type.Literal('ja'),
])

/** `GET /api/claim-verifications/`: the claims that this service can send codes to. */
export const VerifiableClaims = Type.Object({ claims: Type.Array(VerifiableClaim) }, { $id: 'VerifiableClaims' })

const Value = Text(CLAIM_LIMITS.maxValueBytes, 1)

/** `POST /api/claim-verifications/start/` */
export const VerificationStartRequest = Type.Object(
  { claim: VerifiableClaim, value: Value, language: MessageLanguage },
  { additionalProperties: false, examples: [{ claim: 'email', value: 'ada@example.com', language: 'en' }] },
)

export const VerificationStarted = Type.Object({ verification_id: Uuid }, { $id: 'VerificationStarted' })

/** `POST /api/claim-verifications/finish/`: the value, which core has not kept, and its salt. */
export const VerificationFinishRequest = Type.Object(
  {
    verification_id: Uuid,
    claim: VerifiableClaim,
    value: Value,
    salt: Base64url(43, 43),
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'what was sent to the value' }),
  },
  {
    additionalProperties: false,
    examples: [
      {
        verification_id: EXAMPLE.auth_request_id,
        claim: 'email',
        value: 'ada@example.com',
        salt: 'A'.repeat(43),
        code: '123456',
      },
    ],
  },
)

export const VerificationFinished = Type.Object(
  { attestation: Type.String({ ...CompactJws, description: 'a claim attestation, for the vault' }) },
  { $id: 'VerificationFinished' },
)

export type VerifiableClaim = Static<typeof VerifiableClaim>
export type MessageLanguage = Static<typeof MessageLanguage>
export type VerificationStartRequest = Static<typeof VerificationStartRequest>
export type VerificationStarted = Static<typeof VerificationStarted>
export type VerificationFinishRequest = Static<typeof VerificationFinishRequest>
export type VerificationFinished = Static<typeof VerificationFinished>
