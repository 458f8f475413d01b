import { type Static, Type } from 'typebox'
import { UserId } from './primitives.ts'

/** What core asks of the provider, and where that is answered when they are apart. */
export const INTERNAL_ENDPOINTS = {
  previewRequest: { method: 'GET', path: '/api/auth/internal/auth-request-preview/' },
  findDeviceRequest: { method: 'POST', path: '/api/auth/internal/device-request/' },
  readRequest: { method: 'GET', path: '/api/auth/internal/auth-request-details/' },
  completeRequest: { method: 'POST', path: '/api/auth/internal/consent-complete/' },
  denyRequest: { method: 'POST', path: '/api/auth/internal/consent-deny/' },
  giveBackRequest: { method: 'POST', path: '/api/auth/internal/auth-request-give-back/' },
  listClaims: { method: 'GET', path: '/api/auth/internal/claims/' },
  listGrants: { method: 'GET', path: '/api/auth/internal/grants/' },
  revokeGrants: { method: 'POST', path: '/api/auth/internal/grants/revoke/' },
  readLogoutRequest: { method: 'POST', path: '/api/auth/internal/logout-request/' },
  endSessions: { method: 'POST', path: '/api/auth/internal/sessions/end/' },
  erasePerson: { method: 'POST', path: '/api/auth/internal/people/erase/' },
  administer: { method: 'POST', path: '/api/auth/internal/administration/' },
} as const

export type InternalOperation = keyof typeof INTERNAL_ENDPOINTS

/** One of these, as it is asked in one process or over HTTP. */
export type InternalCall = {
  readonly operation: InternalOperation
  /** Of texts alone where the method is GET, since that makes them a query. */
  readonly input: object
  /** The network of the person whom the call is for: the provider's audit trail names it instead of ours. */
  readonly network?: string | undefined
}

/** What the provider says, unchecked. */
export type InternalAnswer = { readonly status: number; readonly body: unknown }

/** Answers calls of core's, and refuses by a status: it throws nothing. */
export type AnswerCore = (call: InternalCall) => Promise<InternalAnswer>

/** What core asks the provider for a person; what they may, the provider knows by its own settings. */
export const AdministrationRequest = Type.Object(
  {
    user_id: UserId,
    role: Type.Union([Type.Literal('administrator'), Type.Literal('developer'), Type.Literal('none')], {
      description: 'What core has checked them for.',
    }),
    operation: Type.String({ pattern: '^[A-Za-z]{1,64}$' }),
    input: Type.Object({}, { description: 'What the operation takes.' }),
  },
  { additionalProperties: false },
)

export const AdministrationAnswer = Type.Object({
  answer: Type.Unknown({ description: 'What the operation answers.' }),
})

/** On internal calls that decide something: the network of the person whom core calls for, for the audit trail. */
export const PERSON_NETWORK_HEADER = 'x-person-network'

/** The /24 or /48 of an address: a provider or a town, no household. */
export const PersonNetwork = Type.String({ pattern: '^[0-9a-f.:]{3,43}/[0-9]{1,3}$' })

/** `POST /api/auth/internal/people/erase/`: whose account has ended. */
export const PersonErasure = Type.Object({ user_id: UserId }, { additionalProperties: false })

export const PersonErased = Type.Object({ erased: Type.Literal(true) }, { $id: 'PersonErased' })

export type AdministrationAnswer = Static<typeof AdministrationAnswer>
export type AdministrationRequest = Static<typeof AdministrationRequest>
export type PersonErased = Static<typeof PersonErased>
