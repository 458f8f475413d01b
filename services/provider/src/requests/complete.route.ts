import {
  ConsentCompleteRequest,
  ConsentCompleteResponse,
  ConsentDenyResponse,
  ServiceErrorBody,
} from '@countersign/contracts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Dependencies } from '../dependencies.ts'
import { logRequestDecided } from '../events.ts'
import { onBehalf } from '../http/on-behalf.ts'
import { completeConsent } from './decide-request.ts'

// A data token of 32 claims of 4 KiB each, in base64url, with room for the rest.
const BODY_LIMIT_BYTES = 262_144

/** POST /api/auth/internal/consent-complete/: core passes on a person's approval (specification §4.2). */
export const completeRoute: FastifyPluginAsyncTypebox<Dependencies> = async (app, dependencies) => {
  app.post(
    '/api/auth/internal/consent-complete',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        operationId: 'completeConsent',
        summary: 'Approve an authorization request and issue its code',
        description:
          'Approving no scope at all is a denial and is answered as one. The header `X-Person-Network` (the /24 or /48 of their address) is kept in the audit trail.',
        tags: ['internal'],
        security: [{ serviceToken: [] }],
        body: ConsentCompleteRequest,
        response: {
          200: Type.Union([ConsentCompleteResponse, ConsentDenyResponse]),
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          403: ServiceErrorBody,
          404: ServiceErrorBody,
          409: ServiceErrorBody,
          410: ServiceErrorBody,
        },
      },
    },
    async (request) => {
      const { status, clientId, response } = await completeConsent(dependencies, request.body)
      const { auth_request_id: authRequestId, user_id: userId } = request.body
      logRequestDecided(onBehalf(request), { authRequestId, clientId, userId, status })
      return response
    },
  )
}
