import {
  ConsentCompleteRequest,
  ConsentCompleteResponse,
  ConsentDenyResponse,
  INTERNAL_ENDPOINTS,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL } from '../../ground/http/internal-endpoint.ts'
import { onBehalf } from '../../ground/http/on-behalf.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { completeConsent } from './decide-request.ts'

// A data token of 32 claims of 4 KiB each, in base64url, with room for the rest.
const BODY_LIMIT_BYTES = 262_144

/** POST /api/auth/internal/consent-complete/: core passes on a person's approval (specification §4.2). */
export function mountComplete(app: Api, dependencies: WithSigning & WithSql & WithScopes & WithClients): void {
  app.post(
    INTERNAL_ENDPOINTS.completeRequest.path,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        ...INTERNAL,
        operationId: 'completeConsent',
        summary: 'Approve an authorization request and issue its code',
        description:
          'Approving no scope at all is a denial and is answered as one. The header `X-Person-Network` (the /24 or /48 of their address) is kept in the audit trail.',
        body: ConsentCompleteRequest,
        response: {
          200: Type.Union([ConsentCompleteResponse, ConsentDenyResponse]),
          ...describeRefusals(403, 404, 409, 410),
        },
      },
    },
    async (request) => completeConsent(dependencies, request.body, onBehalf(request)),
  )
}
