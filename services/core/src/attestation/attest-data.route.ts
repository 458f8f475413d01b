import { AttestDataRequest, AttestDataResponse, ServiceErrorBody } from '@countersign/contracts'
import type { Core } from '../dependencies.ts'
import type { CoreApp } from '../http/core-app.ts'
import { attestData } from './attest-data.ts'

/** Room for 32 claims of 4 KiB, written as JSON. */
const CLAIMS_BODY_LIMIT_BYTES = 262_144

/** POST /api/internal/attest-data/: the person's claims, signed for one app and one request. */
export function mountAttestData(app: CoreApp, core: Core): void {
  app.post(
    '/api/internal/attest-data/',
    {
      onRequest: core.guard.allow('full'),
      bodyLimit: CLAIMS_BODY_LIMIT_BYTES,
      schema: {
        operationId: 'attestData',
        summary: 'Sign approved claims into a data token',
        tags: ['attestation'],
        security: [{ session: [] }],
        body: AttestDataRequest,
        response: {
          200: AttestDataResponse,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          404: ServiceErrorBody,
          409: ServiceErrorBody,
          410: ServiceErrorBody,
          413: ServiceErrorBody,
          503: ServiceErrorBody,
        },
      },
    },
    async (request) => ({ data_token: await attestData(core, core.guard.sessionOf(request), request.body) }),
  )
}
