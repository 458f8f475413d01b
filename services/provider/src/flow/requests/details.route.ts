import { AuthorizationRequestDetails, AuthorizationRequestQuery, INTERNAL_ENDPOINTS } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { ProviderDependencies } from '../../surface/dependencies.ts'
import { showRequest } from './show-request.ts'

/** GET /api/auth/internal/auth-request-details/: core reads a request for the consent page (specification §4.2). */
export function mountDetails(app: Api, dependencies: ProviderDependencies): void {
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
