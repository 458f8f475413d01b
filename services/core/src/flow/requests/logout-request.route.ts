import { LogoutRequest, LogoutRequestBody } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { CoreDependencies } from '../../surface/dependencies.ts'

const described = { tags: ['sessions'], body: LogoutRequestBody }

/** POST /api/logout-request/ and …/preview/: who asks that the person of this browser be signed out. Nothing ends by it. */
export function mountLogoutRequest(app: Api, { guard, networkLimits, provider }: CoreDependencies): void {
  app.post(
    '/api/logout-request/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: {
        ...described,
        operationId: 'readLogoutRequest',
        summary: 'Show who asks that I sign out, and whether they mean me',
        security: [{ session: [] }],
        response: { 200: LogoutRequest, ...describeRefusals(410) },
      },
    },
    async (request) => provider.readLogoutRequest(request.body.logout_request, guard.sessionOf(request).userId),
  )

  app.post(
    '/api/logout-request/preview/',
    {
      ...networkLimits.limit('preview'),
      schema: {
        ...described,
        operationId: 'previewLogoutRequest',
        summary: 'Show who asks that somebody sign out',
        description: 'For whoever holds the request, without a session.',
        response: { 200: LogoutRequest, ...describeRefusals(410, 429) },
      },
    },
    async (request) => provider.readLogoutRequest(request.body.logout_request),
  )
}
