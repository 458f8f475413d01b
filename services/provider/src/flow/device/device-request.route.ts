import { DeviceRequest, INTERNAL_ENDPOINTS, UserCodeEntry } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { findDeviceRequest } from './find-device-request.ts'

/** POST /api/auth/internal/device-request/: core passes on a code that somebody typed. */
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
