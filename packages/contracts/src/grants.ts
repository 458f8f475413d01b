import { type Static, Type } from 'typebox'
import { ClientSummary } from './authorization-request.ts'
import { ClientNames } from './client-values.ts'
import { ClientId, Named, OrNull, Strict, Timestamp, UserId, Uuid } from './primitives.ts'

export const GrantListQuery = Type.Object({ user_id: UserId })

/** An approval of an app that the user has not revoked. */
export const Grant = Type.Object({
  grant_id: Uuid,
  client: Type.Object({ ...ClientSummary.properties, names: Type.Optional(ClientNames) }),
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

export type Grant = Static<typeof Grant>
export type GrantList = Static<typeof GrantList>
export type GrantRevocation = Static<typeof GrantRevocation>
export type GrantsRevoked = Static<typeof GrantsRevoked>
