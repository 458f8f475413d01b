import { AuthorizationRequestDetails, AuthorizationRequestQuery, INTERNAL_ENDPOINTS } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { showRequest } from './show-request.ts'

/** GET /api/auth/internal/auth-request-details/: core reads a request for the consent page (specification §4.2). */
export function mountDetails(app: Api, dependencies: WithSql & WithConfig & WithKeys & WithScopes & WithClients): void {
  app.get(
    INTERNAL_ENDPOINTS.readRequest.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'readAuthorizationRequest',
        summary: 'Read an authorization request',
        querystring: AuthorizationRequestQuery,
        response: { 200: AuthorizationRequestDetails, ...describeRefusals(404) },
      },
    },
    async ({ query }) => showRequest(dependencies, query),
  )
}
