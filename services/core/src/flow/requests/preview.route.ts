import {
  AuthorizationRequestParams,
  AuthorizationRequestPreview,
  DeviceRequest,
  LogoutRequest,
  LogoutRequestBody,
  UserCodeEntry,
} from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithNetworkLimits, WithProvider } from '../../ground/parts.ts'

const previewed = describeRoutes({ tags: ['authorization requests'] })

/** Without a session; user codes are those of RFC 8628 §3.3. */
export function mountPreviews(app: Api, { networkLimits, provider }: WithNetworkLimits & WithProvider): void {
  app.get(
    '/api/requests/:auth_request_id/preview/',
    {
      ...networkLimits.limit('preview'),
      schema: previewed('previewRequest', 'Preview an authorization request', {
        description: 'For the bearer of the identifier, without a session. It frees the request for the next reader.',
        params: AuthorizationRequestParams,
        ...ok(AuthorizationRequestPreview, 404, 429),
      }),
    },
    async (request) => provider.previewRequest(request.params.auth_request_id),
  )

  app.post(
    '/api/requests/by-user-code/',
    {
      ...networkLimits.limit('user_code'),
      schema: previewed('findDeviceRequest', 'Find a device request by its user code', {
        description: 'Without a session. It approves nothing, and frees the request for the next reader.',
        body: UserCodeEntry,
        ...ok(DeviceRequest, 404, 429),
      }),
    },
    async (request) => provider.findDeviceRequest(request.body.user_code),
  )
}

const described = describeRoutes({ tags: ['sessions'], body: LogoutRequestBody })

export function mountLogoutRequest(
  app: Api,
  { guard, networkLimits, provider }: WithSessions & WithNetworkLimits & WithProvider,
): void {
  app.post(
    '/api/logout-request/',
    {
      onRequest: guard.allow('full', 'recovery'),
      schema: described('readLogoutRequest', 'Read a logout request', {
        security: [{ session: [] }],
        ...ok(LogoutRequest, 410),
      }),
    },
    async (request) => provider.readLogoutRequest(request.body.logout_request, guard.sessionOf(request).userId),
  )

  app.post(
    '/api/logout-request/preview/',
    {
      ...networkLimits.limit('preview'),
      schema: described('previewLogoutRequest', 'Preview a logout request', {
        description: 'For the bearer of the request, without a session.',
        ...ok(LogoutRequest, 410, 429),
      }),
    },
    async (request) => provider.readLogoutRequest(request.body.logout_request),
  )
}
