import {
  type AccountActNote,
  AccountActNoted,
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
  type GrantUpdate,
  GrantUpdated,
  type InternalCall,
  LogoutRequest,
  OperatorClaimList,
  PersonErased,
  RequestGivenBack,
  SessionsEnded,
  UpdatableGrant,
} from '@countersign/contracts'
import { inSpan } from '@countersign/service/telemetry'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import { type EventLog, logProviderUnavailable } from '../events.ts'
import { providerUnavailable, readAnswer, type Shape } from './provider-answer.ts'
import { createShownRequests } from './shown-requests.ts'
import { type AskProvider, TransportFailure } from './transport.ts'

type ClientParts = { readonly ask: AskProvider; readonly logger: EventLog }

const ANSWERS = {
  readRequest: Compile(AuthorizationRequestDetails),
  previewRequest: Compile(AuthorizationRequestPreview),
  findDeviceRequest: Compile(DeviceRequest),
  completeRequest: Compile(Type.Union([ConsentCompleteResponse, ConsentDenyResponse])),
  denyRequest: Compile(ConsentDenyResponse),
  giveBackRequest: Compile(RequestGivenBack),
  listClaims: Compile(OperatorClaimList),
  listGrants: Compile(GrantList),
  findUpdatableGrant: Compile(UpdatableGrant),
  updateGrant: Compile(GrantUpdated),
  revokeGrants: Compile(GrantsRevoked),
  readLogoutRequest: Compile(LogoutRequest),
  endSessions: Compile(SessionsEnded),
  erasePerson: Compile(PersonErased),
  noteAccountAct: Compile(AccountActNoted),
}

type Operation = keyof typeof ANSWERS
type Answers = { readonly [Each in Operation]: (typeof ANSWERS)[Each] extends Shape<infer Value> ? Value : never }
const shapes: { readonly [Each in Operation]: Shape<Answers[Each]> } = ANSWERS

type Ask = <Value>(shape: Shape<Value>, call: InternalCall) => Promise<Value>
type Call = <Called extends Operation>(operation: Called, input: object, network?: string) => Promise<Answers[Called]>

/**
 * The internal endpoints of the provider. Each function throws the provider's own refusal, or `service_unavailable` if the
 * provider is away or slow, or its answer has another shape or address than agreed. `network` is the user's, for the
 * provider's audit trail.
 */
export type ProviderClient = ReturnType<typeof createProviderClient>

export function createProviderClient({ ask, logger }: ClientParts) {
  const askFor: Ask = async (shape, call) => {
    const span = { name: `provider ${call.operation}`, kind: 'client' } as const
    const answer = await inSpan(span, () => ask(call)).catch((error: unknown) => {
      if (!(error instanceof TransportFailure)) throw error
      logProviderUnavailable(logger, { reason: error.reason })
      throw providerUnavailable(error)
    })
    return readAnswer(answer, shape, logger)
  }
  const call: Call = (operation, input, network) => askFor(shapes[operation], { operation, input, network })
  return {
    ...createRequestCalls(call, logger),
    ...createPreviewCalls(call),
    ...createGrantCalls(call, askFor),
  }
}

/** Calls about a request that a user has opened. */
function createRequestCalls(call: Call, logger: EventLog) {
  const shown = createShownRequests()

  /** A provider that lies counts as out of order. */
  function requireShownAddress<Answer extends { readonly redirect_uri: string }>(id: string, answer: Answer): Answer {
    if (shown.allows(id, answer.redirect_uri)) return answer
    logProviderUnavailable(logger, { reason: 'another redirect_uri than was shown' })
    throw providerUnavailable()
  }

  /** The first user who reads a request owns it; other users get `not_found`. */
  async function readRequest(authRequestId: string, userId: string): Promise<AuthorizationRequestDetails> {
    const answer = await call('readRequest', { auth_request_id: authRequestId, user_id: userId })
    const details = requireShownAddress(authRequestId, answer)
    shown.note(details)
    return details
  }

  return {
    readRequest,
    /** Approving no scope at all is a denial and is answered as one. */
    async completeRequest(consent: ConsentCompleteRequest, network: string) {
      return requireShownAddress(consent.auth_request_id, await call('completeRequest', consent, network))
    },
    async denyRequest(denial: ConsentDenyRequest, network: string) {
      return requireShownAddress(denial.auth_request_id, await call('denyRequest', denial, network))
    },
    /** Releases a request that this user has opened; the next reader owns it. */
    async giveBackRequest(authRequestId: string, userId: string): Promise<void> {
      await call('giveBackRequest', { auth_request_id: authRequestId, user_id: userId })
    },
  }
}

/** Calls that assign no request to a user. */
function createPreviewCalls(call: Call) {
  return {
    previewRequest: (authRequestId: string) => call('previewRequest', { auth_request_id: authRequestId }),
    findDeviceRequest: (userCode: string) => call('findDeviceRequest', { user_code: userCode }),
    /** With a user, the answer says whether the app means them. */
    readLogoutRequest: (logoutRequest: string, userId?: string) =>
      call('readLogoutRequest', {
        logout_request: logoutRequest,
        ...(userId !== undefined && { user_id: userId }),
      }),
    listClaims: () => call('listClaims', {}),
  }
}

/** Calls about a user. Except for `administer`, repeating one does no harm. */
function createGrantCalls(call: Call, askFor: Ask) {
  return {
    listGrants: (userId: string) => call('listGrants', { user_id: userId }),
    findUpdatableGrant: (userId: string, grantId: string) =>
      call('findUpdatableGrant', { grant_id: grantId, user_id: userId }),
    updateGrant: (update: GrantUpdate, network: string) => call('updateGrant', update, network),
    revokeGrantsOfApp: (userId: string, clientId: string, network: string) =>
      call('revokeGrants', { user_id: userId, client_id: clientId }, network),
    /** Also ends pending approvals of the user. */
    revokeAllGrants: (userId: string, askedSecondsAgo: number) =>
      call('revokeGrants', { user_id: userId, all: true, asked_seconds_ago: askedSecondsAgo }),
    /** Has apps notified of ended sessions. */
    endSessions: (userId: string, sessionIds: readonly string[]) =>
      call('endSessions', { user_id: userId, session_ids: sessionIds }),
    erasePerson: (userId: string) => call('erasePerson', { user_id: userId }),
    /** `network` is the operator's. */
    noteAccountAct: (act: AccountActNote, network: string | undefined) => call('noteAccountAct', act, network),
    async administer(
      request: AdministrationRequest & { readonly operation: AdministrationOperation },
      network: string,
    ): Promise<unknown> {
      const shape = shapeOfAnswer(request.operation)
      const { answer } = await askFor(shape, { operation: 'administer', input: request, network })
      return answer
    },
  }
}

/** Not compiled: called too rarely. */
function shapeOfAnswer(operation: AdministrationOperation): Shape<{ readonly answer: unknown }> {
  const schema = Type.Object({ answer: ADMINISTRATION[operation].answer })
  return { Check: (value): value is { readonly answer: unknown } => Value.Check(schema, value) }
}
