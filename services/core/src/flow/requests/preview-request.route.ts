import { AuthorizationRequestParams, AuthorizationRequestPreview } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { CoreDependencies } from '../../surface/dependencies.ts'

/** GET /api/requests/{auth_request_id}/preview/: who asks, before anybody signs in. */
export function mountPreviewRequest(app: Api, { networkLimits, provider }: CoreDependencies): void {
  app.get(
    '/api/requests/:auth_request_id/preview/',
    {
      ...networkLimits.limit('preview'),
      schema: {
        operationId: 'previewRequest',
        summary: 'Show who asks, and whether they can still be answered',
        description: "For whoever holds the identifier, without a session; it makes the request nobody's.",
        tags: ['authorization requests'],
        params: AuthorizationRequestParams,
        response: { 200: AuthorizationRequestPreview, ...describeRefusals(404, 429) },
      },
    },
    async (request) => provider.previewRequest(request.params.auth_request_id),
  )
}
