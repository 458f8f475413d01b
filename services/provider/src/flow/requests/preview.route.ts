import { AuthorizationRequestParams, AuthorizationRequestPreview, INTERNAL_ENDPOINTS } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { previewRequest } from './preview-request.ts'

/** GET /api/auth/internal/auth-request-preview/: core reads who asks, for somebody who has not signed in. */
export function mountPreview(app: Api, dependencies: WithSql & WithConfig & WithScopes & WithClients): void {
  app.get(
    INTERNAL_ENDPOINTS.previewRequest.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'previewAuthorizationRequest',
        summary: 'Read who asks, and whether they can still be answered',
        querystring: AuthorizationRequestParams,
        response: { 200: AuthorizationRequestPreview, ...describeRefusals(404) },
      },
    },
    async ({ query }) => previewRequest(dependencies, query.auth_request_id),
  )
}
