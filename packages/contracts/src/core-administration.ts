import { type Static, Type } from 'typebox'
import { type AdministrationDescription, CHANGE, CREATE, DELETE, GET } from './administration-description.ts'
import { HealthReport } from './health.ts'
import { Named, OneLine, OrNull, Strict, Timestamp, Uuid } from './primitives.ts'
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

const ONE_DAY_SECONDS = 24 * 60 * 60

export const INVITATION_LIMITS = { uses: 10_000, days: 365, noteLength: 200 } as const
export const INVITATION_DEFAULTS = { uses: 1, days: 7 } as const

export const InvitationCreation = Strict({
  uses: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: INVITATION_LIMITS.uses,
      description: 'How many people it admits; 1 if left out.',
    }),
  ),
  expires_in: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: INVITATION_LIMITS.days * ONE_DAY_SECONDS,
      description: 'seconds; 7 days if left out',
    }),
  ),
  note: Type.Optional(
    Type.String({
      ...OneLine(INVITATION_LIMITS.noteLength, 1),
      description: 'For operators, who read it in the list. It is stored in clear.',
    }),
  ),
})

const invitationRecord = {
  invitation_id: Uuid,
  created_at: Timestamp,
  expires_at: Timestamp,
  uses: Type.Integer({ description: 'How many people it admits.' }),
  used: Type.Integer({ description: 'How many it has admitted. Which accounts is stored nowhere.' }),
  note: OrNull(Type.String()),
}

export const NewInvitation = Named('NewInvitation', {
  ...invitationRecord,
  invitation_url: Type.String({ description: 'The link for those invited. Shown this once.' }),
})

export const InvitationList = Named('InvitationList', { invitations: Type.Array(Type.Object(invitationRecord)) })

export const InvitationParams = Type.Object({ invitation_id: Uuid })

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
  createInvitation: {
    ...CREATE,
    path: 'invitations/',
    summary: 'Create an invitation to sign up; its link is in this answer and never again',
    input: Type.Object({ body: InvitationCreation }),
    answer: NewInvitation,
  },
  listInvitations: {
    ...GET,
    path: 'invitations/',
    summary: 'List invitations, the newest first; ended ones for another 30 days',
    answer: InvitationList,
  },
  deleteInvitation: {
    ...DELETE,
    path: 'invitations/:invitation_id/',
    summary: 'Revoke an invitation; the accounts made with it stay',
    input: Type.Object({ params: InvitationParams }),
    refusals: [404],
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
export type InvitationCreation = Static<typeof InvitationCreation>
export type NewInvitation = Static<typeof NewInvitation>
export type InvitationRecord = Static<typeof InvitationList>['invitations'][number]
