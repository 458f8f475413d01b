import {
  ADMINISTRATION,
  type AdministrationOperation,
  type AdministrationRequest,
  AuthorizationRequestDetails,
  AuthorizationRequestPreview,
  type ConsentCompleteRequest,
  ConsentCompleteResponse,
  type ConsentDenyRequest,
  ConsentDenyResponse,
  DeviceRequest,
  GrantList,
  GrantsRevoked,
  type InternalCall,
  LogoutRequest,
  OperatorClaimList,
  PersonErased,
  RequestGivenBack,
  SessionsEnded,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { inSpan } from '@countersign/service/telemetry'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { type EventLog, logProviderUnavailable } from '../events.ts'
import type { AskProvider } from './ask-provider.ts'
import { providerUnavailable, readAnswer, type Shape } from './provider-answer.ts'
import { createShownRequests } from './shown-requests.ts'
import { TransportFailure } from './transport.ts'

/**
 * The internal endpoints of the provider. Each function throws the provider's own refusal, or `service_unavailable` when
 * the provider is away, slow, answers in a shape that was not agreed, or sends the person elsewhere than it said before.
 * What is decided is decided from the person's network, which the provider keeps for its audit trail.
 */
export type ProviderClient = {
  /** The requesting app. Does not assign the request to a user. */
  previewRequest(authRequestId: string): Promise<AuthorizationRequestPreview>
  /** The request that a device waits for, by the code that it shows. */
  findDeviceRequest(userCode: string): Promise<DeviceRequest>
  /** The first user who reads a request owns it; other users get `not_found`. */
  readRequest(authRequestId: string, userId: string): Promise<AuthorizationRequestDetails>
  /**
   * Prepares an answer by the request as it was shown to this person before, if it was here; the provider then decides on it by
   * what is true at that moment. What is refused by memory is prepared once more, by the request as it is now: another process
   * may have shown that.
   */
  prepareAnswer<Answer>(
    authRequestId: string,
    userId: string,
    prepare: (request: AuthorizationRequestDetails) => Promise<Answer>,
  ): Promise<Answer>
  /** Approving no scope at all is a denial and is answered as one. */
  completeRequest(
    consent: ConsentCompleteRequest,
    network: string,
  ): Promise<ConsentCompleteResponse | ConsentDenyResponse>
  denyRequest(denial: ConsentDenyRequest, network: string): Promise<ConsentDenyResponse>
  /** Releases a request that this user has opened; the next reader owns it. */
  giveBackRequest(authRequestId: string, userId: string): Promise<void>
  /** What an operator has defined beside the built-in claims. */
  listClaims(): Promise<OperatorClaimList>
  listGrants(userId: string): Promise<GrantList>
  /** Ends all that a person allowed one app. Once more does no harm. */
  revokeGrantsOfApp(userId: string, clientId: string, network: string): Promise<void>
  /** Ends all that a person ever allowed, and what they were about to allow. Once more does no harm. */
  revokeAllGrants(userId: string, askedSecondsAgo: number): Promise<void>
  /** Who asks that somebody be signed out; of a person, whether they are meant. */
  readLogoutRequest(logoutRequest: string, userId?: string): Promise<LogoutRequest>
  /** Has apps told that sessions of a person have ended. Once more does no harm. */
  endSessions(userId: string, sessionIds: readonly string[]): Promise<void>
  /** Has the provider forget a person whose account has ended. Once more does no harm. */
  erasePerson(userId: string): Promise<void>
  /** Asks the administration for a person, and answers what it answers. */
  administer(
    request: AdministrationRequest & { readonly operation: AdministrationOperation },
    network: string,
  ): Promise<unknown>
}

type ClientParts = { readonly ask: AskProvider; readonly logger: EventLog; readonly now: () => Date }

const detailsShape = Compile(AuthorizationRequestDetails)
const previewShape = Compile(AuthorizationRequestPreview)
const deviceRequestShape = Compile(DeviceRequest)
const completeShape = Compile(Type.Union([ConsentCompleteResponse, ConsentDenyResponse]))
const denyShape = Compile(ConsentDenyResponse)
const givenBackShape = Compile(RequestGivenBack)
const claimsShape = Compile(OperatorClaimList)
const grantsShape = Compile(GrantList)
const revokedShape = Compile(GrantsRevoked)
const logoutShape = Compile(LogoutRequest)
const sessionsEndedShape = Compile(SessionsEnded)
const erasedShape = Compile(PersonErased)

export function createProviderClient({ ask, logger, now }: ClientParts): ProviderClient {
  async function call<Value>(shape: Shape<Value>, request: InternalCall): Promise<Value> {
    const answer = await inSpan(spanOf(request), () => ask(request)).catch((error: unknown) => {
      if (!(error instanceof TransportFailure)) throw error
      logProviderUnavailable(logger, { reason: error.reason })
      throw providerUnavailable(error)
    })
    return readAnswer(answer, shape, logger)
  }
  const shown = createShownRequests(now)

  /** A provider that lies is one that is out of order. */
  function requireShownAddress<Answer extends { readonly redirect_uri: string }>(id: string, answer: Answer): Answer {
    if (shown.allows(id, answer.redirect_uri)) return answer
    logProviderUnavailable(logger, { reason: 'another redirect_uri than was shown' })
    throw providerUnavailable()
  }

  async function readRequest(authRequestId: string, userId: string): Promise<AuthorizationRequestDetails> {
    const input = { auth_request_id: authRequestId, user_id: userId }
    const details = requireShownAddress(authRequestId, await call(detailsShape, { operation: 'readRequest', input }))
    shown.note(details, userId)
    return details
  }

  return {
    ...createLooks(call),
    readRequest,
    async prepareAnswer(authRequestId, userId, prepare) {
      const prepareAnew = async () => prepare(await readRequest(authRequestId, userId))
      const recalled = shown.find(authRequestId, userId)
      return recalled ? prepare(recalled).catch(whereRefused(prepareAnew)) : prepareAnew()
    },
    async completeRequest(consent, network) {
      shown.settle(consent.auth_request_id)
      const completed = await call(completeShape, { operation: 'completeRequest', input: consent, network })
      return requireShownAddress(consent.auth_request_id, completed)
    },
    async denyRequest(denial, network) {
      shown.settle(denial.auth_request_id)
      const denied = await call(denyShape, { operation: 'denyRequest', input: denial, network })
      return requireShownAddress(denial.auth_request_id, denied)
    },
    async giveBackRequest(authRequestId, userId) {
      shown.settle(authRequestId)
      const input = { auth_request_id: authRequestId, user_id: userId }
      await call(givenBackShape, { operation: 'giveBackRequest', input })
    },
    ...createGrantCalls(call),
    ...createAdministrationCall(call),
  }
}

/** What a person administers. */
function createAdministrationCall(call: Call) {
  return {
    async administer(request, network) {
      const shape = shapeOfAnswer(request.operation)
      const { answer } = await call(shape, { operation: 'administer', input: request, network })
      return answer
    },
  } satisfies Partial<ProviderClient>
}

/** Not compiled: called too rarely. */
function shapeOfAnswer(operation: AdministrationOperation): Shape<{ readonly answer: unknown }> {
  const schema = Type.Object({ answer: ADMINISTRATION[operation].answer })
  return { Check: (value): value is { readonly answer: unknown } => Value.Check(schema, value) }
}

function spanOf({ operation }: InternalCall) {
  return { name: `provider ${operation}`, kind: 'client' } as const
}

/** Does other work where this was refused; all else that was thrown goes on. */
function whereRefused<Answer>(otherwise: () => Promise<Answer>) {
  return (error: unknown): Promise<Answer> => {
    if (!(error instanceof ServiceError)) throw error
    return otherwise()
  }
}

type Call = <Value>(shape: Shape<Value>, call: InternalCall) => Promise<Value>

/** Who asks, for somebody who has not signed in. */
function createLooks(call: Call) {
  return {
    async previewRequest(authRequestId) {
      return call(previewShape, { operation: 'previewRequest', input: { auth_request_id: authRequestId } })
    },
    async findDeviceRequest(userCode) {
      return call(deviceRequestShape, { operation: 'findDeviceRequest', input: { user_code: userCode } })
    },
  } satisfies Partial<ProviderClient>
}

/** What people can keep and share beside the built-in claims, what a person has allowed, and its end. */
function createGrantCalls(call: Call) {
  return {
    listClaims: async () => call(claimsShape, { operation: 'listClaims', input: {} }),
    listGrants: async (userId) => call(grantsShape, { operation: 'listGrants', input: { user_id: userId } }),
    async revokeGrantsOfApp(userId, clientId, network) {
      const input = { user_id: userId, client_id: clientId }
      await call(revokedShape, { operation: 'revokeGrants', input, network })
    },
    async revokeAllGrants(userId, askedSecondsAgo) {
      const input = { user_id: userId, all: true, asked_seconds_ago: askedSecondsAgo }
      await call(revokedShape, { operation: 'revokeGrants', input })
    },
    async readLogoutRequest(logoutRequest, userId) {
      const input = { logout_request: logoutRequest, ...(userId !== undefined && { user_id: userId }) }
      return call(logoutShape, { operation: 'readLogoutRequest', input })
    },
    async endSessions(userId, sessionIds) {
      await call(sessionsEndedShape, { operation: 'endSessions', input: { user_id: userId, session_ids: sessionIds } })
    },
    async erasePerson(userId) {
      await call(erasedShape, { operation: 'erasePerson', input: { user_id: userId } })
    },
  } satisfies Partial<ProviderClient>
}
