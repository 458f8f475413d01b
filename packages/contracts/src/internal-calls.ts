import { type Static, Type } from 'typebox'
import { Named, OneLine, OneOf, Strict, Timestamp, UserId, Uuid } from './primitives.ts'

/** Core's calls to the provider, and their endpoints when the two run apart. */
export const INTERNAL_ENDPOINTS = {
  previewRequest: { method: 'GET', path: '/api/auth/internal/auth-request-preview/' },
  findDeviceRequest: { method: 'POST', path: '/api/auth/internal/device-request/' },
  readRequest: { method: 'GET', path: '/api/auth/internal/auth-request-details/' },
  completeRequest: { method: 'POST', path: '/api/auth/internal/consent-complete/' },
  denyRequest: { method: 'POST', path: '/api/auth/internal/consent-deny/' },
  giveBackRequest: { method: 'POST', path: '/api/auth/internal/auth-request-give-back/' },
  listClaims: { method: 'GET', path: '/api/auth/internal/claims/' },
  listGrants: { method: 'GET', path: '/api/auth/internal/grants/' },
  findUpdatableGrant: { method: 'GET', path: '/api/auth/internal/grant/' },
  updateGrant: { method: 'POST', path: '/api/auth/internal/grant-updates/' },
  revokeGrants: { method: 'POST', path: '/api/auth/internal/grants/revoke/' },
  readLogoutRequest: { method: 'POST', path: '/api/auth/internal/logout-request/' },
  endSessions: { method: 'POST', path: '/api/auth/internal/sessions/end/' },
  erasePerson: { method: 'POST', path: '/api/auth/internal/people/erase/' },
  noteAccountAct: { method: 'POST', path: '/api/auth/internal/people/acts/' },
  compareSettings: { method: 'GET', path: '/api/auth/internal/settings/' },
  administer: { method: 'POST', path: '/api/auth/internal/administration/' },
} as const

export type InternalOperation = keyof typeof INTERNAL_ENDPOINTS

/** A call within one process or over HTTP. */
export type InternalCall = {
  readonly operation: InternalOperation
  /** For GET only text values, because they become a query. */
  readonly input: object
  /** The user's network, for the provider's audit trail instead of core's. */
  readonly network?: string | undefined
}

/** Unchecked. */
export type InternalAnswer = { readonly status: number; readonly body: unknown }

/** Refuses by a status and never throws. */
export type AnswerCore = (call: InternalCall) => Promise<InternalAnswer>

/** A user's administration call. The provider decides by its own settings whether it is allowed. */
export const AdministrationRequest = Strict({
  user_id: UserId,
  role: OneOf(['administrator', 'developer', 'none']),
  operation: Type.String({ pattern: '^[A-Za-z]{1,64}$' }),
  input: Type.Object({}),
})

export const AdministrationAnswer = Type.Object({ answer: Type.Unknown() })

/** `GET /api/auth/internal/settings/`: values of core, to compare with the provider's. */
export const SettingsComparison = Strict({
  base_url: Type.String({ description: '`BASE_URL`.' }),
  web_origin: Type.String({ description: 'The origin of `WEB_URL`.' }),
  key_proof: Type.String({
    description: 'A JWS of type `key-proof+jwt` under the key that core signs data tokens with.',
  }),
})

/** Settings of core and the provider that must agree; both sides prove INTERNAL_SERVICE_TOKEN by the call itself. */
export const SHARED_SETTINGS = ['BASE_URL', 'WEB_URL', 'DATA_TOKEN_SECRET'] as const

export const SettingsCompared = Named('SettingsCompared', {
  differing: Type.Array(OneOf(SHARED_SETTINGS), {
    description: 'Settings that core and the provider have different values of.',
  }),
})

export type SettingsComparison = Static<typeof SettingsComparison>
export type SettingsCompared = Static<typeof SettingsCompared>

/** The user's network on internal calls that decide something, for the audit trail. */
export const PERSON_NETWORK_HEADER = 'x-person-network'

/** The /24 or /48 of an address: too coarse to name a household. */
export const PersonNetwork = Type.String({ pattern: '^[0-9a-f.:]{3,43}/[0-9]{1,3}$' })

/** `POST /api/auth/internal/people/erase/` */
export const PersonErasure = Strict({ user_id: UserId })

export const PersonErased = Named('PersonErased', { erased: Type.Literal(true) })

const ACCOUNT_ACTS = ['end_sessions', 'suspend', 'unsuspend', 'delete'] as const
const INVITATION_ACTS = ['create_invitation', 'remove_invitation'] as const

export type InvitationAct = (typeof INVITATION_ACTS)[number]

/** `POST /api/auth/internal/people/acts/`: an operator's act on an account of core, or on an invitation to have one. */
export const AccountActNote = Strict({
  act_id: Type.String({ ...Uuid, description: 'Version 7: the identifier of its event in the audit trail.' }),
  act: OneOf([...ACCOUNT_ACTS, ...INVITATION_ACTS]),
  at: Timestamp,
  by: Type.String({ pattern: '^(administrator|command_line:[^\\u0000-\\u001F\\u007F-\\u009F]{1,64})$' }),
  reason: OneLine(500),
  user_id: Type.Optional(
    Type.String({
      ...UserId,
      description: 'Left out once the account is deleted (the trail keeps no name of it), and of an invitation.',
    }),
  ),
  actor_id: Type.Optional(UserId),
  change: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Of suspend and unsuspend: how many the account has had. A late message with a lower one is void.',
    }),
  ),
})

export const AccountActNoted = Named('AccountActNoted', { noted: Type.Literal(true) })

export type AccountActNoted = Static<typeof AccountActNoted>
export type AccountActNote = Static<typeof AccountActNote>
export type AdministrationAnswer = Static<typeof AdministrationAnswer>
export type AdministrationRequest = Static<typeof AdministrationRequest>
export type PersonErased = Static<typeof PersonErased>
