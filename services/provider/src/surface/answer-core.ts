import {
  AdministrationRequest,
  type AnswerCore,
  AuthorizationRequestParams,
  AuthorizationRequestQuery,
  ConsentCompleteRequest,
  ConsentDenyRequest,
  GrantListQuery,
  GrantRevocation,
  INTERNAL_ENDPOINTS,
  type InternalAnswer,
  type InternalCall,
  type InternalOperation,
  LogoutRequestQuery,
  PersonErasure,
  PersonNetwork,
  RequestGivingBack,
  SessionsEnd,
  UserCodeEntry,
} from '@countersign/contracts'
import { DatabaseUnavailable, ServiceError } from '@countersign/service/errors'
import type { Logger } from '@countersign/service/telemetry'
import { Compile } from 'typebox/compile'
import { showClaims } from '../catalogue/scopes/show-claims.ts'
import { findDeviceRequest } from '../flow/device/find-device-request.ts'
import { endGrants, showGrants } from '../flow/grants/end-grants.ts'
import { endSessions } from '../flow/logout/end-sessions.ts'
import { showLogoutRequest } from '../flow/logout/logout-request.ts'
import { acceptGivenBack } from '../flow/requests/accept-given-back.ts'
import { completeConsent, denyConsent } from '../flow/requests/decide-request.ts'
import { previewRequest, showRequest } from '../flow/requests/show-request.ts'
import type { EventSource } from '../ground/events.ts'
import { noteRefusal } from '../ground/http/internal-endpoint.ts'
import { validated } from './admin/actor.ts'
import { type Administer, administerFor } from './admin/administration.ts'
import type { ProviderDependencies } from './dependencies.ts'

const networkShape = Compile(PersonNetwork)

type CoreAnswering = ProviderDependencies & { readonly administer: Administer }

type Decider = Pick<EventSource, 'server'> & { readonly log: Pick<Logger, 'info' | 'warn' | 'error'> }

/** Validates the input like the operation's route. */
type Operation = (input: unknown, source: EventSource) => Promise<object>

/**
 * Answers core in the same process like the internal routes. Refusals are audited, and bugs logged, in the same way.
 */
export function createAnswerCore(dependencies: CoreAnswering, { log, server }: Decider): AnswerCore {
  const operations = createOperations(dependencies)
  return async (call) => {
    const { operation, input, network } = call
    const source = { log, server, ...(networkShape.Check(network) && { network }) }
    try {
      return { status: 200, body: await operations[operation](input, source) }
    } catch (error) {
      if (!(error instanceof ServiceError)) return fail(error, log)
      noteRefusal(source, error, decisionOf(call))
      return { status: error.status, body: error.toBody() }
    }
  }
}

function createOperations(dependencies: CoreAnswering): Readonly<Record<InternalOperation, Operation>> {
  return {
    previewRequest: validated(AuthorizationRequestParams, async ({ auth_request_id }) =>
      previewRequest(dependencies, auth_request_id),
    ),
    findDeviceRequest: validated(UserCodeEntry, async (entry) => findDeviceRequest(dependencies, entry)),
    readRequest: validated(AuthorizationRequestQuery, async (query) => showRequest(dependencies, query)),
    completeRequest: validated(ConsentCompleteRequest, async (consent, source) =>
      completeConsent(dependencies, consent, source),
    ),
    denyRequest: validated(ConsentDenyRequest, async (denial, source) => denyConsent(dependencies, denial, source)),
    giveBackRequest: validated(RequestGivingBack, async (givingBack) => acceptGivenBack(dependencies, givingBack)),
    listClaims: async () => showClaims(dependencies),
    listGrants: validated(GrantListQuery, async ({ user_id }) => showGrants(dependencies, user_id)),
    revokeGrants: validated(GrantRevocation, async (revocation, source) => endGrants(dependencies, revocation, source)),
    readLogoutRequest: validated(LogoutRequestQuery, async (query) => showLogoutRequest(dependencies, query)),
    endSessions: validated(SessionsEnd, async (end) => endSessions(dependencies, end)),
    erasePerson: validated(PersonErasure, async ({ user_id }, source) => dependencies.erasure.erase(user_id, source)),
    administer: validated(AdministrationRequest, async (asked, source) => administerFor(dependencies, asked, source)),
  }
}

/** The decision to audit a refusal of; undefined for reads. */
function decisionOf({ operation, input }: InternalCall): object | undefined {
  return INTERNAL_ENDPOINTS[operation].method === 'POST' ? input : undefined
}

function fail(error: unknown, log: Decider['log']): InternalAnswer {
  if (error instanceof DatabaseUnavailable) return { status: 503, body: undefined }
  log.error({ event: 'error', err: error }, 'request failed')
  return { status: 500, body: undefined }
}
