import {
  AuthorizationRequestDetails,
  AuthorizationRequestPreview,
  type ConsentCompleteRequest,
  ConsentCompleteResponse,
  type ConsentDenyRequest,
  ConsentDenyResponse,
  GrantList,
  GrantsRevoked,
  PersonErased,
  RequestGivenBack,
} from '@countersign/contracts'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type EventLog, logProviderUnavailable } from '../events.ts'
import { providerUnavailable, readAnswer } from './provider-answer.ts'
import { createShownRequests } from './shown-requests.ts'
import { type ProviderAnswer, type ProviderCall, type Transport, TransportFailure } from './transport.ts'

/**
 * The internal endpoints of the provider. Each function throws the provider's own refusal, or `service_unavailable` when
 * the provider is away, slow, answers in a shape that was not agreed, or sends the person elsewhere than it said before.
 * What is decided is decided from the person's network, which the provider keeps for its audit trail.
 */
export type ProviderClient = {
  /** Who asks. It makes the request nobody's. */
  previewRequest(authRequestId: string): Promise<AuthorizationRequestPreview>
  /** From the first person who reads it on, a request is theirs, and `not_found` for everybody else. */
  readRequest(authRequestId: string, userId: string): Promise<AuthorizationRequestDetails>
  /**
   * The same, as it was shown to this person before if it was here: to prepare an answer, which the provider then decides on
   * by what is true at that moment.
   */
  recallRequest(authRequestId: string, userId: string): Promise<AuthorizationRequestDetails>
  /** Approving no scope at all is a denial and is answered as one. */
  completeRequest(
    consent: ConsentCompleteRequest,
    network: string,
  ): Promise<ConsentCompleteResponse | ConsentDenyResponse>
  denyRequest(denial: ConsentDenyRequest, network: string): Promise<ConsentDenyResponse>
  /** Leaves a request that this person has opened to whoever reads it next. */
  giveBackRequest(authRequestId: string, userId: string): Promise<void>
  listGrants(userId: string): Promise<GrantList>
  /** Ends all that a person allowed one app. Once more does no harm. */
  revokeGrantsOfApp(userId: string, clientId: string, network: string): Promise<void>
  /** Ends all that a person ever allowed, and what they were about to allow. Once more does no harm. */
  revokeAllGrants(userId: string, askedSecondsAgo: number): Promise<void>
  /** Has the provider forget a person whose account has ended. Once more does no harm. */
  erasePerson(userId: string): Promise<void>
}

type ClientParts = { readonly transport: Transport; readonly logger: EventLog; readonly now: () => Date }

const detailsShape = Compile(AuthorizationRequestDetails)
const previewShape = Compile(AuthorizationRequestPreview)
const completeShape = Compile(Type.Union([ConsentCompleteResponse, ConsentDenyResponse]))
const denyShape = Compile(ConsentDenyResponse)
const givenBackShape = Compile(RequestGivenBack)
const grantsShape = Compile(GrantList)
const revokedShape = Compile(GrantsRevoked)
const erasedShape = Compile(PersonErased)

const DETAILS_PATH = '/api/auth/internal/auth-request-details/'
const PREVIEW_PATH = '/api/auth/internal/auth-request-preview/'
const COMPLETE_PATH = '/api/auth/internal/consent-complete/'
const DENY_PATH = '/api/auth/internal/consent-deny/'
const GIVE_BACK_PATH = '/api/auth/internal/auth-request-give-back/'
const GRANTS_PATH = '/api/auth/internal/grants/'
const ERASE_PATH = '/api/auth/internal/people/erase/'

export function createProviderClient({ transport, logger, now }: ClientParts): ProviderClient {
  const call = async (request: ProviderCall): Promise<ProviderAnswer> =>
    callProvider(transport, request).catch((error: unknown) => {
      if (!(error instanceof TransportFailure)) throw error
      logProviderUnavailable(logger, { reason: error.reason })
      throw providerUnavailable(error)
    })

  const get = async (path: string, query: Readonly<Record<string, string>>) =>
    call({ method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` })
  const shown = createShownRequests(now)

  /** A provider that lies is one that is out of order. */
  function requireShownAddress<Answer extends { readonly redirect_uri: string }>(id: string, answer: Answer): Answer {
    if (shown.allows(id, answer.redirect_uri)) return answer
    logProviderUnavailable(logger, { reason: 'another redirect_uri than was shown' })
    throw providerUnavailable()
  }

  async function readRequest(authRequestId: string, userId: string): Promise<AuthorizationRequestDetails> {
    const answer = await get(DETAILS_PATH, { auth_request_id: authRequestId, user_id: userId })
    const details = requireShownAddress(authRequestId, readAnswer(answer, detailsShape, logger))
    shown.note(details, userId)
    return details
  }

  /** Whatever becomes of a decision, what was shown before may be true no more. */
  async function decide(id: string, path: string, decision: Pick<ProviderCall, 'body' | 'network'>) {
    shown.settle(id)
    return call({ method: 'POST', path, ...decision })
  }

  return {
    async previewRequest(authRequestId) {
      return readAnswer(await get(PREVIEW_PATH, { auth_request_id: authRequestId }), previewShape, logger)
    },
    readRequest,
    recallRequest: async (authRequestId, userId) =>
      shown.find(authRequestId, userId) ?? readRequest(authRequestId, userId),
    async completeRequest(consent, network) {
      const answer = await decide(consent.auth_request_id, COMPLETE_PATH, { body: consent, network })
      return requireShownAddress(consent.auth_request_id, readAnswer(answer, completeShape, logger))
    },
    async denyRequest(denial, network) {
      const answer = await decide(denial.auth_request_id, DENY_PATH, { body: denial, network })
      return requireShownAddress(denial.auth_request_id, readAnswer(answer, denyShape, logger))
    },
    async giveBackRequest(authRequestId, userId) {
      const body = { auth_request_id: authRequestId, user_id: userId }
      readAnswer(await decide(authRequestId, GIVE_BACK_PATH, { body }), givenBackShape, logger)
    },
    ...createGrantCalls({ call, get, logger }),
  }
}

type Calls = {
  readonly call: (request: ProviderCall) => Promise<ProviderAnswer>
  readonly get: (path: string, query: Readonly<Record<string, string>>) => Promise<ProviderAnswer>
  readonly logger: EventLog
}

/** What a person has allowed, and its end. */
function createGrantCalls({ call, get, logger }: Calls) {
  return {
    async listGrants(userId) {
      return readAnswer(await get(GRANTS_PATH, { user_id: userId }), grantsShape, logger)
    },
    async revokeGrantsOfApp(userId, clientId, network) {
      const body = { user_id: userId, client_id: clientId }
      readAnswer(await call({ method: 'POST', path: `${GRANTS_PATH}revoke/`, body, network }), revokedShape, logger)
    },
    async revokeAllGrants(userId, askedSecondsAgo) {
      const body = { user_id: userId, all: true, asked_seconds_ago: askedSecondsAgo }
      readAnswer(await call({ method: 'POST', path: `${GRANTS_PATH}revoke/`, body }), revokedShape, logger)
    },
    async erasePerson(userId) {
      readAnswer(await call({ method: 'POST', path: ERASE_PATH, body: { user_id: userId } }), erasedShape, logger)
    },
  } satisfies Partial<ProviderClient>
}

/** A kept-alive connection may close just as it is used. Reading again does no harm; completing twice would. */
async function callProvider(transport: Transport, call: ProviderCall): Promise<ProviderAnswer> {
  try {
    return await transport(call)
  } catch (error) {
    const isWorthAnotherTry = error instanceof TransportFailure && error.reason === 'unreachable'
    if (call.method !== 'GET' || !isWorthAnotherTry) throw error
    return transport(call)
  }
}
