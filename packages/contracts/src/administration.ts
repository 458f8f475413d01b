import { type Static, Type } from 'typebox'
import { ClientResource } from './clients.ts'
import { ClientId, Named, OneOf, OptionalText, OrNull, Strict, Text, Timestamp, UserId, Uuid } from './primitives.ts'

const MAXIMUM_PAGE = 100
const THIRTY_DAYS_SECONDS = 2_592_000
const ONE_YEAR_SECONDS = 31_536_000

/** How a long list is read: a page, and a cursor for the next one. A cursor says nothing to anyone but this service. */
const pageQuery = {
  limit: Type.Optional(
    Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: `1 to ${MAXIMUM_PAGE}; 50 if left out.` }),
  ),
  cursor: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,1024}$', description: 'next_cursor of the page before.' }),
  ),
}

const NextCursor = OrNull(Type.String(), { description: 'null on the last page.' })

export const PAGE_LIMITS = { fallback: 50, maximum: MAXIMUM_PAGE } as const

export const ClientListQuery = Strict({
  ...pageQuery,
  search: Type.Optional(
    Type.String({ ...Text(80, 1), description: 'Part of a name, case-insensitive, or a whole client_id.' }),
  ),
})
export const ClientList = Named('ClientList', { clients: Type.Array(ClientResource), next_cursor: NextCursor })

export const ClientParams = Type.Object({ client_id: ClientId })

/** An operation on one client, which may be its developer's. */
export const OF_CLIENT = {
  input: Type.Object({ params: ClientParams }),
  refusals: [404],
  isFor: 'developers',
} as const

export const SecretRotation = Strict({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: THIRTY_DAYS_SECONDS,
      description: 'How long the older secrets keep working; a day if left out, 0 after a leak.',
    }),
  ),
})

export const RotatedSecret = Named('RotatedSecret', {
  secret_id: Uuid,
  client_secret: Type.String({ description: 'Shown this once.' }),
})

export const ClientSecretParams = Type.Object({
  client_id: ClientId,
  secret_id: Uuid,
})

export const InitialAccessTokenCreation = Strict({
  expires_in: Type.Optional(
    Type.Integer({ minimum: 60, maximum: ONE_YEAR_SECONDS, description: 'seconds; a day if left out' }),
  ),
  uses: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'How many apps it can register; any number if left out.',
    }),
  ),
})

const initialAccessToken = {
  token_id: Uuid,
  created_at: Timestamp,
  expires_at: Timestamp,
  remaining_uses: OrNull(Type.Integer()),
}

export const NewInitialAccessToken = Named('NewInitialAccessToken', {
  ...initialAccessToken,
  initial_access_token: Type.String({ description: 'Shown this once.' }),
})

export const InitialAccessTokenList = Named('InitialAccessTokenList', {
  initial_access_tokens: Type.Array(Type.Object(initialAccessToken)),
})

export const InitialAccessTokenParams = Type.Object({ token_id: Uuid })

export const AuditQuery = Strict({
  ...pageQuery,
  client_id: Type.Optional(ClientId),
  user_id: Type.Optional(UserId),
  event: Type.Optional(Type.String({ pattern: '^[a-z_]{1,64}$' })),
  outcome: Type.Optional(
    Type.String({
      ...Text(128, 1),
      description:
        'Why, or of a change who made it: administrator, developer. With an event, a client_id or a user_id.',
    }),
  ),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Type.String({ ...Timestamp, description: 'The cursor of older entries.' })),
})

/** One decision: identifiers, never values. */
export const AuditEvent = Named('AuditEvent', {
  event_id: Uuid,
  at: Timestamp,
  event: Type.String(),
  outcome: OrNull(Type.String()),
  client_id: OrNull(Type.String()),
  user_id: OrNull(Type.String()),
  actor_id: OrNull(Type.String(), {
    description: 'Of an act on an account: the administrator, if they came by their own session.',
  }),
  reason: OrNull(Type.String(), { description: 'Of an act on an account.' }),
  grant_id: OrNull(Uuid),
  auth_request_id: OrNull(Uuid),
  network: OrNull(Type.String(), {
    description:
      'An IPv4 address or the /64 of an IPv6 address; of what is counted its /48, of a limit the network that is full, of what core asks for the /24 or /48 of the person.',
  }),
  times: Type.Integer({
    description:
      'How often within the hour, the first time at `at`: more than once only for what repeats at will, as refusals and refreshes.',
  }),
})

export const AuditEventList = Named('AuditEventList', { events: Type.Array(AuditEvent), next_cursor: NextCursor })

/** A key that id_tokens are signed with, without its private half. */
const SigningKeySummary = Type.Object({
  kid: Type.String(),
  algorithm: OneOf(['ES256', 'RS256']),
  state: OneOf(['published', 'active', 'retired', 'removed'], {
    description: 'published: signs soon; active: signs; retired: verifies what it signed; removed: published no more.',
  }),
  created_at: Timestamp,
  active_from: Timestamp,
  retires_at: OrNull(Timestamp),
  removed_at: OrNull(Timestamp),
})

export const SigningKeyList = Named('SigningKeyList', {
  keys: Type.Array(SigningKeySummary, { description: 'The newest of each algorithm first.' }),
})

export const KeyRotationRequest = Strict({
  immediately: Type.Optional(
    Type.Boolean({
      description:
        'After a leak: sign with the new keys now, and publish the old ones no more. Otherwise the new ones are published ten minutes before they sign.',
    }),
  ),
})

export const SigningKeyParams = Type.Object({ kid: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' }) })

const DayTotal = Type.Object({ event: Type.String(), count: Type.Integer() })

/** Counters of this machine's processes since their start, and daily totals of the audit trail. */
export const FiguresReport = Named('FiguresReport', {
  since: Timestamp,
  events: Type.Array(Type.Object({ event: Type.String(), outcome: Type.String(), count: Type.Integer() }), {
    description: 'Counts of events since then; outcome is empty for an event with only one.',
  }),
  refusals: Type.Array(
    Type.Object({ component: Type.String(), route: Type.String(), code: Type.String(), count: Type.Integer() }),
  ),
  routes: Type.Array(
    Type.Object({
      component: Type.String(),
      route: Type.String(),
      method: Type.String(),
      count: Type.Integer(),
      failed: Type.Integer({ description: 'Answers with a status of 500 or more.' }),
      p50_milliseconds: Type.Number(),
      p95_milliseconds: Type.Number(),
      p99_milliseconds: Type.Number(),
    }),
    { description: 'How long answers took.' },
  ),
  days: OrNull(
    Type.Array(Type.Object({ day: Type.String({ description: 'YYYY-MM-DD, in UTC' }), events: Type.Array(DayTotal) }), {
      description:
        'The totals of the audit trail of the last 30 days, the oldest first, up to a minute old; null where there is too much to count in a few seconds.',
    }),
  ),
})

/** The caller's role, and the registration settings of this installation. */
export const AdministrationAccess = Named('AdministrationAccess', {
  role: OneOf(['administrator', 'developer', 'none'], {
    description: 'administrator: all; developer: their own apps; none: nothing.',
  }),
  user_id: OrNull(UserId, {
    description: 'The user id for ADMINISTRATORS; null for the administration token.',
  }),
  dynamic_registration: OneOf(['off', 'token', 'open'], {
    description: 'Whether registration tokens are of use: they are where it is token.',
  }),
  developer_registration: OneOf(['off', 'people']),
  documentation_url: OptionalText('Where the documentation is served, if DOCUMENTATION_URL is set.'),
})

export type AuditEvent = Static<typeof AuditEvent>
export type FiguresReport = Static<typeof FiguresReport>
export type AdministrationAccess = Static<typeof AdministrationAccess>
export type InitialAccessTokenCreation = Static<typeof InitialAccessTokenCreation>
