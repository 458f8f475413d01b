import { ConsentDenyRequest, ConsentDenyResponse, INTERNAL_ENDPOINTS } from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import { onBehalf } from '../../ground/http/on-behalf.ts'
import type { WithSql } from '../../ground/parts.ts'
import { denyConsent } from './decide-request.ts'

/** POST /api/auth/internal/consent-deny/: core passes on that a person said no. */
export function mountDeny(app: Api, dependencies: WithSql): void {
  app.post(
    INTERNAL_ENDPOINTS.denyRequest.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'denyConsent',
        summary: 'Deny an authorization request',
        description: 'The header `X-Person-Network` (the /24 or /48 of their address) is kept in the audit trail.',
        body: ConsentDenyRequest,
        response: { 200: ConsentDenyResponse, ...describeRefusals(404, 409, 410) },
      },
    },
    async (request) => denyConsent(dependencies, request.body, onBehalf(request)),
  )
}
