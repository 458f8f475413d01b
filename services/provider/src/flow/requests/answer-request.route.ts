import {
  ConsentCompleteRequest,
  ConsentCompleteResponse,
  ConsentDenyRequest,
  ConsentDenyResponse,
  INTERNAL_ENDPOINTS,
  RequestGivenBack,
  RequestGivingBack,
} from '@countersign/contracts'
import { type Api, describeRefusals } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { INTERNAL, onBehalf } from '../../ground/http/internal-endpoint.ts'
import type { WithSigning, WithSql } from '../../ground/parts.ts'
import { acceptGivenBack } from './accept-given-back.ts'
import { completeConsent, denyConsent } from './decide-request.ts'

// A data token of 32 claims of 4 KiB in base64url, and the rest.
const BODY_LIMIT_BYTES = 262_144

/** POST /api/auth/internal/consent-complete/: core passes on a user's approval (specification §4.2). */
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

/** POST /api/auth/internal/consent-deny/: core passes on a user's denial. */
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

/** POST /api/auth/internal/auth-request-give-back/: a user leaves a request to another one. */
export function mountGiveBack(app: Api, dependencies: WithSql): void {
  app.post(
    INTERNAL_ENDPOINTS.giveBackRequest.path,
    {
      schema: {
        ...INTERNAL,
        operationId: 'giveBackRequest',
        summary: 'Leave an authorization request to whoever reads it next',
        description: "For a pending request that is not another person's. Once more does no harm.",
        body: RequestGivingBack,
        response: { 200: RequestGivenBack, ...describeRefusals(404) },
      },
    },
    async ({ body }) => acceptGivenBack(dependencies, body),
  )
}
