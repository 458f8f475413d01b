import { AttestDataRequest, AttestDataResponse } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import type { WithClock, WithConfig, WithLogger, WithProvider } from '../../ground/parts.ts'
import { attestData } from './attest-data.ts'

/** Room for 32 claims of 4 KiB, written as JSON. */
const CLAIMS_BODY_LIMIT_BYTES = 262_144

export function mountAttestData(
  app: Api,
  dependencies: WithConfig & WithClock & WithProvider & WithLogger & WithSessions,
): void {
  app.post(
    '/api/internal/attest-data/',
    {
      onRequest: dependencies.guard.allowRecent('full'),
      bodyLimit: CLAIMS_BODY_LIMIT_BYTES,
      schema: {
        operationId: 'attestData',
        summary: 'Sign approved claims into a data token',
        tags: ['attestation'],
        security: [{ session: [] }],
        body: AttestDataRequest,
        response: { 200: AttestDataResponse, ...describeRefusals(403, 404, 409, 410, 422) },
      },
    },
    async (request) => ({
      data_token: await attestData(dependencies, dependencies.guard.sessionOf(request), request.body),
    }),
  )
}
