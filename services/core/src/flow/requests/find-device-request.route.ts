import { DeviceRequest, UserCodeEntry } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { CoreDependencies } from '../../surface/dependencies.ts'

/** POST /api/requests/by-user-code/: somebody types the code that a device shows (RFC 8628 §3.3), before they sign in. */
export function mountFindDeviceRequest(app: Api, { networkLimits, provider }: CoreDependencies): void {
  app.post(
    '/api/requests/by-user-code/',
    {
      ...networkLimits.limit('user_code'),
      schema: {
        operationId: 'findDeviceRequest',
        summary: 'Find the request of a device by the code that it shows',
        description: "Without a session; it approves nothing, and makes the request nobody's.",
        tags: ['authorization requests'],
        body: UserCodeEntry,
        response: { 200: DeviceRequest, ...describeRefusals(404, 429) },
      },
    },
    async (request) => provider.findDeviceRequest(request.body.user_code),
  )
}
