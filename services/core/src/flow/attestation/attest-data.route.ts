import { AttestDataRequest, AttestDataResponse } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import type { WithSessions } from '../../accounts/sessions/sessions.ts'
import { describeRoutes, ok } from '../../ground/http/routes.ts'
import type { WithClock, WithConfig, WithLogger, WithProvider } from '../../ground/parts.ts'
import { attestData } from './attest-data.ts'

const described = describeRoutes({ tags: ['attestation'], security: [{ session: [] }] })

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
      schema: described('attestData', 'Sign approved claims into a data token', {
        body: AttestDataRequest,
        ...ok(AttestDataResponse, 403, 404, 409, 410, 422),
      }),
    },
    async (request) => ({
      data_token: await attestData(dependencies, dependencies.guard.sessionOf(request), request.body),
    }),
  )
}
