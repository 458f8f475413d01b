import { type Static, Type } from 'typebox'
import { EXAMPLE } from './examples.ts'
import { Base64url, CompactJws, Named, OneOf, Strict, Text, Uuid } from './primitives.ts'
import { CLAIM_LIMITS } from './scopes.ts'

/** A claim that the user can verify by a code sent to its value. */
export const VerifiableClaim = OneOf(['email', 'phone'])

/** The languages that a message with a code is written in. */
export const MessageLanguage = OneOf(['en', 'de', 'fr', 'es', 'ar', 'ja'])

/** `GET /api/claim-verifications/`: the claims that this service can send codes to. */
export const VerifiableClaims = Named('VerifiableClaims', { claims: Type.Array(VerifiableClaim) })

const Value = Text(CLAIM_LIMITS.maxValueBytes, 1)

/** `POST /api/claim-verifications/start/` */
export const VerificationStartRequest = Strict(
  { claim: VerifiableClaim, value: Value, language: MessageLanguage },
  { examples: [{ claim: 'email', value: 'ada@example.com', language: 'en' }] },
)

export const VerificationStarted = Named('VerificationStarted', { verification_id: Uuid })

/** `POST /api/claim-verifications/finish/`: the value, which core has not kept, and its salt. */
export const VerificationFinishRequest = Strict(
  {
    verification_id: Uuid,
    claim: VerifiableClaim,
    value: Value,
    salt: Base64url(43, 43),
    code: Type.String({ pattern: '^[0-9]{6}$', description: 'the code that was sent to the value' }),
  },
  {
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

export const VerificationFinished = Named('VerificationFinished', {
  attestation: Type.String({ ...CompactJws, description: 'a claim attestation, for the vault' }),
})

export type VerifiableClaim = Static<typeof VerifiableClaim>
export type MessageLanguage = Static<typeof MessageLanguage>
export type VerificationStartRequest = Static<typeof VerificationStartRequest>
export type VerificationStarted = Static<typeof VerificationStarted>
export type VerificationFinishRequest = Static<typeof VerificationFinishRequest>
export type VerificationFinished = Static<typeof VerificationFinished>
