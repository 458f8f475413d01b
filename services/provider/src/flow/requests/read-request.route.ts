import {
  AuthorizationRequestDetails,
  AuthorizationRequestParams,
  AuthorizationRequestPreview,
  AuthorizationRequestQuery,
  DeviceRequest,
  INTERNAL_ENDPOINTS,
  UserCodeEntry,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithConfig, WithKeys, WithSql } from '../../ground/parts.ts'
import { findDeviceRequest } from '../device/find-device-request.ts'
import { previewRequest, showRequest } from './show-request.ts'

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

/** GET /api/auth/internal/auth-request-preview/: core reads the requesting app before sign-in. */
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

/** POST /api/auth/internal/device-request/: core passes on a typed user code. */
export function mountDeviceRequest(app: Api, dependencies: WithSql & WithConfig & WithScopes & WithClients): void {
  app.post(
    INTERNAL_ENDPOINTS.findDeviceRequest.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'findDeviceRequest',
        summary: 'Find the request that a user code stands for (RFC 8628 §3.3)',
        body: UserCodeEntry,
        response: { 200: DeviceRequest, ...describeRefusals(404) },
      },
    },
    async ({ body }) => findDeviceRequest(dependencies, body),
  )
}
