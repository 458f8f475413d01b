import {
  INTERNAL_ENDPOINTS,
  LogoutRequest,
  LogoutRequestQuery,
  SessionsEnd,
  SessionsEnded,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import type { WithLogouts } from './deliver-logouts.ts'
import { endSessions } from './end-sessions.ts'
import { showLogoutRequest } from './logout-request.ts'

/** Core reads a logout request, and reports ended sessions. */
export function mountInternalLogout(app: Api, dependencies: WithSigning & WithSql & WithClients & WithLogouts): void {
  app.post(
    INTERNAL_ENDPOINTS.readLogoutRequest.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'readLogoutRequest',
        summary: 'Read who asks that somebody be signed out',
        body: LogoutRequestQuery,
        response: { 200: LogoutRequest, ...describeRefusals(410) },
      },
    },
    async (request) => showLogoutRequest(dependencies, request.body),
  )

  app.post(
    INTERNAL_ENDPOINTS.endSessions.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'endSessions',
        summary: 'Tell apps that sessions have ended',
        description: 'Those that registered a backchannel_logout_uri. Once more does no harm.',
        body: SessionsEnd,
        response: { 200: SessionsEnded },
      },
    },
    async (request) => endSessions(dependencies, request.body),
  )
}
