import { type Static, Type } from 'typebox'
import { ScopeToken, UserId, Uuid } from './primitives.ts'

/** `POST /api/internal/attest-data/`: the claims a person approved, to be signed into a data token. */
export const AttestDataRequest = Type.Object({
  auth_request_id: Uuid,
  user_id: UserId,
  audience: Type.String({ minLength: 1, maxLength: 128 }),
  claims: Type.Record(Type.String({ minLength: 1, maxLength: 64 }), Type.Unknown()),
})

export const AttestDataResponse = Type.Object({ data_token: Type.String() }, { $id: 'AttestDataResponse' })

/** `POST /api/internal/oauth/requests/{auth_request_id}/complete/` */
export const CompleteRequestBody = Type.Object({
  approved_scopes: Type.Array(ScopeToken, { maxItems: 32 }),
  data_token: Type.String({ minLength: 1, maxLength: 262_144 }),
})

/** The claims of a data token. */
export const DataTokenClaims = Type.Object({
  iss: Type.String(),
  sub: Type.String(),
  aud: Type.String(),
  auth_request_id: Uuid,
  claims: Type.Record(Type.String(), Type.String()),
  auth_time: Type.Optional(Type.Integer({ description: 'when the person last signed in' })),
  iat: Type.Integer(),
  exp: Type.Integer(),
  jti: Type.String(),
})

export type AttestDataRequest = Static<typeof AttestDataRequest>
export type AttestDataResponse = Static<typeof AttestDataResponse>
export type CompleteRequestBody = Static<typeof CompleteRequestBody>
export type DataTokenClaims = Static<typeof DataTokenClaims>
