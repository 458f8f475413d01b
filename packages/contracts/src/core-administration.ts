import { type Static, Type } from 'typebox'
import { type AdministrationDescription, CHANGE, GET } from './administration-description.ts'
import { HealthReport } from './health.ts'
import { Named, OrNull, Strict, Timestamp, Uuid } from './primitives.ts'
import { REASON, REASON_LENGTHS } from './visible-text.ts'

/** Text for the person that the act is about, and for the audit trail. */
const Reason = Type.String({
  pattern: REASON,
  ...REASON_LENGTHS,
  description: 'Why, on one line, without an address or invisible characters: the person reads it.',
})

/** An account without anything that names its person: core knows no name. */
export const AccountOverview = Named('AccountOverview', {
  user_id: Uuid,
  created_at: Timestamp,
  last_used_at: OrNull(Timestamp, { description: 'null if never used since the sign-up.' }),
  methods: Type.Object({ password: Type.Integer(), passkey: Type.Integer(), recovery: Type.Integer() }),
  sessions: Type.Integer({ description: 'Sessions that have not ended.' }),
  connected_apps: OrNull(Type.Integer(), { description: 'null if the provider does not answer.' }),
  suspension: OrNull(Type.Object({ suspended_at: Timestamp, reason: Type.String() })),
})

export const AccountParams = Type.Object({ user_id: Uuid })
export const AccountAct = Strict({ reason: Reason })

/** An operator's act on an account. */
const ACT = {
  ...CHANGE,
  input: Type.Object({ params: AccountParams, body: AccountAct }),
  answer: AccountOverview,
  refusals: [404],
} as const

/** Operations that core answers itself: below `/api/core/admin/` by token, below `/api/console/` by session. */
export const CORE_ADMINISTRATION = {
  readAccount: {
    ...GET,
    path: 'accounts/:user_id/',
    summary: 'Get an account',
    input: Type.Object({ params: AccountParams }),
    answer: AccountOverview,
    refusals: [404],
  },
  endAccountSessions: {
    ...ACT,
    path: 'accounts/:user_id/end-sessions/',
    summary: 'End all sessions of an account',
  },
  suspendAccount: {
    ...ACT,
    path: 'accounts/:user_id/suspend/',
    summary: 'Suspend an account; its sessions end, and sign-in and refresh are refused until it is unsuspended',
  },
  unsuspendAccount: {
    ...ACT,
    path: 'accounts/:user_id/unsuspend/',
    summary: 'Unsuspend an account',
  },
  deleteAccount: {
    ...ACT,
    path: 'accounts/:user_id/delete/',
    summary: 'Delete an account; its vault and all that it allowed go for good',
    status: 204,
    answer: Type.Null(),
  },
  readCoreHealth: {
    ...GET,
    path: 'core-health/',
    summary: "Check core's health; readiness, version, clock, mail and backup",
    answer: HealthReport,
  },
} as const satisfies Readonly<Record<string, AdministrationDescription>>

export type CoreAdministrationOperation = keyof typeof CORE_ADMINISTRATION
export type AccountOverview = Static<typeof AccountOverview>
