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
