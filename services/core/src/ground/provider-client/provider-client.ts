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
import { providerUnavailable, readAnswer, type Shape } from './provider-answer.ts'
import { createShownRequests } from './shown-requests.ts'
import { type AskProvider, TransportFailure } from './transport.ts'

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

type Call = <Value>(shape: Shape<Value>, call: InternalCall) => Promise<Value>

/**
 * The internal endpoints of the provider. Each function throws the provider's own refusal, or `service_unavailable` if the
 * provider is away or slow, or its answer has another shape or address than agreed. `network` is the user's, for the
 * provider's audit trail.
 */
export type ProviderClient = ReturnType<typeof createProviderClient>

export function createProviderClient({ ask, logger, now }: ClientParts) {
  async function call<Value>(shape: Shape<Value>, request: InternalCall): Promise<Value> {
    const span = { name: `provider ${request.operation}`, kind: 'client' } as const
    const answer = await inSpan(span, () => ask(request)).catch((error: unknown) => {
      if (!(error instanceof TransportFailure)) throw error
      logProviderUnavailable(logger, { reason: error.reason })
      throw providerUnavailable(error)
    })
    return readAnswer(answer, shape, logger)
  }
  return { ...createRequestCalls(call, { logger, now }), ...createPreviewCalls(call), ...createGrantCalls(call) }
}

/** Calls about a request that a user has opened. */
function createRequestCalls(call: Call, { logger, now }: Pick<ClientParts, 'logger' | 'now'>) {
  const shown = createShownRequests(now)

  /** A provider that lies counts as out of order. */
  function requireShownAddress<Answer extends { readonly redirect_uri: string }>(id: string, answer: Answer): Answer {
    if (shown.allows(id, answer.redirect_uri)) return answer
    logProviderUnavailable(logger, { reason: 'another redirect_uri than was shown' })
    throw providerUnavailable()
  }

  /** The first user who reads a request owns it; other users get `not_found`. */
  async function readRequest(authRequestId: string, userId: string): Promise<AuthorizationRequestDetails> {
    const input = { auth_request_id: authRequestId, user_id: userId }
    const details = requireShownAddress(authRequestId, await call(detailsShape, { operation: 'readRequest', input }))
    shown.note(details, userId)
    return details
  }

  return {
    readRequest,
    /**
     * Prepares an answer from the request as this process showed it to this user; the provider decides on current state. If
     * that is refused, prepares once more from the request as it is now, since another process may have shown that.
     */
    async prepareAnswer<Answer>(
      authRequestId: string,
      userId: string,
      prepare: (request: AuthorizationRequestDetails) => Promise<Answer>,
    ): Promise<Answer> {
      const prepareAnew = async () => prepare(await readRequest(authRequestId, userId))
      const recalled = shown.find(authRequestId, userId)
      if (!recalled) return prepareAnew()
      return prepare(recalled).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        return prepareAnew()
      })
    },
    /** Approving no scope at all is a denial and is answered as one. */
    async completeRequest(consent: ConsentCompleteRequest, network: string) {
      shown.settle(consent.auth_request_id)
      const completed = await call(completeShape, { operation: 'completeRequest', input: consent, network })
      return requireShownAddress(consent.auth_request_id, completed)
    },
    async denyRequest(denial: ConsentDenyRequest, network: string) {
      shown.settle(denial.auth_request_id)
      const denied = await call(denyShape, { operation: 'denyRequest', input: denial, network })
      return requireShownAddress(denial.auth_request_id, denied)
    },
    /** Releases a request that this user has opened; the next reader owns it. */
    async giveBackRequest(authRequestId: string, userId: string): Promise<void> {
      shown.settle(authRequestId)
      const input = { auth_request_id: authRequestId, user_id: userId }
      await call(givenBackShape, { operation: 'giveBackRequest', input })
    },
  }
}

/** Calls that assign no request to a user. */
function createPreviewCalls(call: Call) {
  return {
    previewRequest: (authRequestId: string) =>
      call(previewShape, { operation: 'previewRequest', input: { auth_request_id: authRequestId } }),
    findDeviceRequest: (userCode: string) =>
      call(deviceRequestShape, { operation: 'findDeviceRequest', input: { user_code: userCode } }),
    /** With a user, the answer says whether the app means them. */
    readLogoutRequest: (logoutRequest: string, userId?: string) =>
      call(logoutShape, {
        operation: 'readLogoutRequest',
        input: { logout_request: logoutRequest, ...(userId !== undefined && { user_id: userId }) },
      }),
    listClaims: () => call(claimsShape, { operation: 'listClaims', input: {} }),
  }
}

/** Calls about a user. Except for `administer`, repeating one does no harm. */
function createGrantCalls(call: Call) {
  return {
    listGrants: (userId: string) => call(grantsShape, { operation: 'listGrants', input: { user_id: userId } }),
    async revokeGrantsOfApp(userId: string, clientId: string, network: string): Promise<void> {
      const input = { user_id: userId, client_id: clientId }
      await call(revokedShape, { operation: 'revokeGrants', input, network })
    },
    /** Also ends pending approvals of the user. */
    async revokeAllGrants(userId: string, askedSecondsAgo: number): Promise<void> {
      const input = { user_id: userId, all: true, asked_seconds_ago: askedSecondsAgo }
      await call(revokedShape, { operation: 'revokeGrants', input })
    },
    /** Has apps notified of ended sessions. */
    async endSessions(userId: string, sessionIds: readonly string[]): Promise<void> {
      await call(sessionsEndedShape, { operation: 'endSessions', input: { user_id: userId, session_ids: sessionIds } })
    },
    async erasePerson(userId: string): Promise<void> {
      await call(erasedShape, { operation: 'erasePerson', input: { user_id: userId } })
    },
    async administer(
      request: AdministrationRequest & { readonly operation: AdministrationOperation },
      network: string,
    ): Promise<unknown> {
      const shape = shapeOfAnswer(request.operation)
      const { answer } = await call(shape, { operation: 'administer', input: request, network })
      return answer
    },
  }
}

/** Not compiled: called too rarely. */
function shapeOfAnswer(operation: AdministrationOperation): Shape<{ readonly answer: unknown }> {
  const schema = Type.Object({ answer: ADMINISTRATION[operation].answer })
  return { Check: (value): value is { readonly answer: unknown } => Value.Check(schema, value) }
}
