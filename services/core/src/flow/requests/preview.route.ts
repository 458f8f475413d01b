import {
  AuthorizationRequestParams,
  AuthorizationRequestPreview,
  DeviceRequest,
  LogoutRequest,
  LogoutRequestBody,
  UserCodeEntry,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import type { WithNetworkLimits, WithProvider } from '../../ground/parts.ts'

/** Without a session; user codes are those of RFC 8628 §3.3. */
export function mountPreviews(app: Api, { networkLimits, provider }: WithNetworkLimits & WithProvider): void {
  app.get(
    '/api/requests/:auth_request_id/preview/',
    {
      ...networkLimits.limit('preview'),
      schema: {
        operationId: 'previewRequest',
        summary: 'Preview an authorization request',
        description: "For whoever holds the identifier, without a session; it makes the request nobody's.",
        tags: ['authorization requests'],
        params: AuthorizationRequestParams,
        response: { 200: AuthorizationRequestPreview, ...describeRefusals(404, 429) },
      },
    },
    async (request) => provider.previewRequest(request.params.auth_request_id),
  )

  app.post(
    '/api/requests/by-user-code/',
    {
      ...networkLimits.limit('user_code'),
      schema: {
        operationId: 'findDeviceRequest',
        summary: 'Find a device request by its user code',
        description: "Without a session; it approves nothing, and makes the request nobody's.",
        tags: ['authorization requests'],
        body: UserCodeEntry,
        response: { 200: DeviceRequest, ...describeRefusals(404, 429) },
      },
    },
    async (request) => provider.findDeviceRequest(request.body.user_code),
  )
}

const described = { tags: ['sessions'], body: LogoutRequestBody }

export function mountLogoutRequest(
  app: Api,
  { guard, networkLimits, provider }: WithSessions & WithNetworkLimits & WithProvider,
): void {
  app.post(
    '/api/logout-request/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: {
        ...described,
        operationId: 'readLogoutRequest',
        summary: 'Read a logout request',
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
        summary: 'Preview a logout request',
        description: 'For whoever holds the request, without a session.',
        response: { 200: LogoutRequest, ...describeRefusals(410, 429) },
      },
    },
    async (request) => provider.readLogoutRequest(request.body.logout_request),
  )
}
