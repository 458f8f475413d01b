import { ACTIVITY_ENTRY, LIMITS, VAULT_SNAPSHOT } from '@countersign/vault/forms'
import { type Static, Type } from 'typebox'
import { ACCOUNT_EVENT_TYPES } from './account-event-types.ts'
import { SessionScope } from './accounts.ts'
import { MessageLanguage } from './claim-verifications.ts'
import { Base64url, Named, OneOf, OrNull, Strict, Text, Timestamp, UserId, Uuid } from './primitives.ts'
import { schemaOf } from './record-schemas.ts'
import { UnlockMethodSummary } from './unlock-methods.ts'

/** An active session as its owner sees it: just enough to recognise a device. */
export const SessionSummary = Type.Object({
  session_id: Uuid,
  scope: SessionScope,
  method: Type.Union([Type.Literal('password'), Type.Literal('passkey'), Type.Literal('recovery'), Type.Null()], {
    description: 'How it was signed in to; null once that method is gone.',
  }),
  created_at: Timestamp,
  auth_time: Timestamp,
  last_seen_at: Timestamp,
  idle_expires_at: Timestamp,
  absolute_expires_at: Timestamp,
  user_agent: Type.String({ description: 'Family and system, such as "Firefox on Linux"; empty when unknown.' }),
  network: Type.String({ description: 'The /24 or /48 that it came from; empty when unknown.' }),
  is_current: Type.Boolean(),
})

/** `DELETE /api/sessions/`; `apps` also ends all grants. */
export const EndSessionsQuery = Strict({ apps: Type.Optional(Type.Literal('true')) })

/** `GET /api/sessions/` */
export const SessionList = Named('SessionList', { sessions: Type.Array(SessionSummary) })

/** An event of an account that core saw. Only the vault's own activity records what was shared with whom. */
export const AccountEvent = Type.Object({
  event_id: Uuid,
  type: OneOf(ACCOUNT_EVENT_TYPES),
  at: Timestamp,
  method: Type.Optional(OneOf(['password', 'passkey', 'recovery'])),
  client_id: Type.Optional(Type.String({ description: 'The app, of a silent_sign_in.' })),
  new_device_session: Type.Optional(
    Type.String({ description: 'Of a signed_in on a device that the account had not used: the session that began.' }),
  ),
  reason: Type.Optional(Type.String({ description: "The operator's, of an account_… event." })),
  user_agent: Type.String(),
  network: Type.String(),
})

/** `GET /api/account/events/`: newest first; `cursor` names the page behind. */
export const AccountEventQuery = Strict({
  cursor: Type.Optional(Uuid),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9][0-9]|100)$' })),
})
export const AccountEventList = Named('AccountEventList', {
  events: Type.Array(AccountEvent),
  next_cursor: OrNull(Uuid),
})

/** `GET /api/vault/activity/`: the sealed entries below `before`, newest first. */
export const ActivityQuery = Strict({
  before: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$' })),
})
export const ActivityList = Named('ActivityList', { entries: Type.Array(schemaOf(ACTIVITY_ENTRY)) })

/** `GET /api/vault/ancestors/`: the hashes of the heads from generation `from` on, oldest first, without the present one. */
export const AncestorQuery = Strict({ from: Type.String({ pattern: '^[1-9][0-9]{0,14}$' }) })
export const AncestorList = Named('AncestorList', {
  hashes: Type.Array(Base64url(43, 43), {
    maxItems: LIMITS.ancestorsPerPage,
    description: 'The next page begins behind them. None: nothing from there on is known.',
  }),
})

/** `GET /api/account/export/`: all data on a user except sign-in checks, removed entry ids and short-lived state. */
export const AccountExport = Named('AccountExport', {
  user_id: UserId,
  created_at: Timestamp,
  exported_at: Timestamp,
  vault: schemaOf(VAULT_SNAPSHOT),
  heads: Type.Object(
    { from: Type.Integer({ minimum: 1 }), hashes: Type.Array(Base64url(43, 43)) },
    { description: 'The hash of every head that the vault had from a generation on, the present one last.' },
  ),
  activity: Type.Array(schemaOf(ACTIVITY_ENTRY)),
  methods: Type.Array(UnlockMethodSummary),
  sessions: Type.Array(SessionSummary),
  events: Type.Array(AccountEvent),
  security_contact: OrNull(Type.Object({ email: Type.String(), language: MessageLanguage, created_at: Timestamp })),
})

/** `GET /api/account/security-contact/`: where mail about changes of the account goes; null: nowhere. */
export const SecurityContact = Named('SecurityContact', {
  is_available: Type.Boolean({ description: 'Whether this service can send mail.' }),
  email: OrNull(Type.String()),
})

/** `PUT /api/account/security-contact/`: an address and the code that went there (`/api/claim-verifications/start/`). */
export const SecurityContactChange = Strict({
  verification_id: Uuid,
  email: Text(254, 3),
  code: Type.String({ pattern: '^[0-9]{6}$' }),
  language: MessageLanguage,
})

/** `POST /api/account/delete/` */
export const AccountDeletion = Strict({ confirm: Type.Literal('delete') })

export type SessionSummary = Static<typeof SessionSummary>
export type SessionList = Static<typeof SessionList>
export type AccountEvent = Static<typeof AccountEvent>
export type AccountEventList = Static<typeof AccountEventList>
export type SecurityContact = Static<typeof SecurityContact>
export type SecurityContactChange = Static<typeof SecurityContactChange>
export type AccountExport = Static<typeof AccountExport>
