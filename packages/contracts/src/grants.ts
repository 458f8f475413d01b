import { type Static, Type } from 'typebox'
import { ClaimsEncryptionJwk, ClientSummary } from './authorization-request.ts'
import { VerifiableClaim } from './claim-verifications.ts'
import { ClientNames } from './client-values.ts'
import { sealedClaims } from './consent.ts'
import { ClientId, CompactJws, Named, OptionalText, OrNull, Strict, Timestamp, UserId, Uuid } from './primitives.ts'

/** Of a data update; only grows. In milliseconds of the device that made it. */
const UpdateVersion = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const GrantListQuery = Type.Object({ user_id: UserId })

/** An approval of an app that the user has not revoked. */
export const Grant = Type.Object({
  grant_id: Uuid,
  client: Type.Object({
    ...ClientSummary.properties,
    names: Type.Optional(ClientNames),
    claims_encryption_jkt: OptionalText('The thumbprint of its present key for sealed claims (RFC 7638).'),
  }),
  scopes: Type.Array(Type.String()),
  created_at: Timestamp,
  last_used_at: Timestamp,
  access_expires_at: OrNull(Timestamp, {
    description: 'Until when the newest access token lives; null if none does.',
  }),
  expires_at: Type.String({
    ...Timestamp,
    description: 'When it ends by itself, unless the app refreshes its tokens.',
  }),
  ends_at: OrNull(Timestamp, { description: 'When it ends in any case, as the person chose.' }),
  keeps_up_to_date: Type.Optional(Type.Literal(true, { description: 'It takes data updates.' })),
  update: Type.Optional(
    Type.Object({ version: UpdateVersion, is_fetched: Type.Boolean() }, { description: 'The newest data update.' }),
  ),
})

export const GrantList = Named('GrantList', { grants: Type.Array(Grant) })

/** One grant, all grants of an app, or all grants of the user (for a lock, or after an attacker had an unlock method). */
export const GrantRevocation = Type.Union([
  Strict({ user_id: UserId, grant_id: Uuid }),
  Strict({ user_id: UserId, client_id: ClientId }),
  Strict({
    user_id: UserId,
    all: Type.Literal(true),
    asked_seconds_ago: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description: 'Age of a request that arrives late: later approvals stay.',
      }),
    ),
  }),
])

export const GrantsRevoked = Named('GrantsRevoked', {
  revoked: Type.Integer({ description: 'How many grants lived until now.' }),
})

/** A grant that takes data updates, as core must know it to sign one. */
export const UpdatableGrantQuery = Type.Object({ grant_id: Uuid, user_id: UserId })
export const UpdatableGrant = Named('UpdatableGrant', {
  client_id: Type.String(),
  subject: Type.String({ description: "The app's name for the person, which the data token must have." }),
  scope_details: Type.Array(Type.Object({ claims: Type.Array(Type.String()) })),
  claims_encryption_jwk: ClaimsEncryptionJwk,
  verified_claims_required: Type.Array(VerifiableClaim),
  ends_at: OrNull(Timestamp),
})

/** `POST /api/internal/grant-updates/`: the approved claims as they are now, sealed for the app. */
export const GrantUpdateRequest = Strict({
  grant_id: Uuid,
  audience: ClientId,
  version: UpdateVersion,
  ...sealedClaims,
})

/** `POST /api/auth/internal/grant-updates/` */
export const GrantUpdate = Strict({ grant_id: Uuid, user_id: UserId, data_token: CompactJws })

/** The newest version that is kept for the app: a newer one than was sent stays. */
export const GrantUpdated = Named('GrantUpdated', { version: UpdateVersion })

export type Grant = Static<typeof Grant>
export type UpdatableGrant = Static<typeof UpdatableGrant>
export type GrantUpdateRequest = Static<typeof GrantUpdateRequest>
export type GrantUpdate = Static<typeof GrantUpdate>
export type GrantUpdated = Static<typeof GrantUpdated>
export type GrantList = Static<typeof GrantList>
export type GrantRevocation = Static<typeof GrantRevocation>
export type GrantsRevoked = Static<typeof GrantsRevoked>
