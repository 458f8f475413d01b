import { ConsentDenyRequest, ConsentDenyResponse, ServiceErrorBody } from '@countersign/contracts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Dependencies } from '../dependencies.ts'
import { logRequestDecided } from '../events.ts'
import { onBehalf } from '../http/on-behalf.ts'
import { denyConsent } from './decide-request.ts'

/** POST /api/auth/internal/consent-deny/: core passes on that a person said no. */
export const denyRoute: FastifyPluginAsyncTypebox<Dependencies> = async (app, dependencies) => {
  app.post(
    '/api/auth/internal/consent-deny',
    {
      schema: {
        operationId: 'denyConsent',
        summary: 'Deny an authorization request',
        description: 'The header `X-Person-Network` (the /24 or /48 of their address) is kept in the audit trail.',
        tags: ['internal'],
        security: [{ serviceToken: [] }],
        body: ConsentDenyRequest,
        response: {
          200: ConsentDenyResponse,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          404: ServiceErrorBody,
          409: ServiceErrorBody,
          410: ServiceErrorBody,
        },
      },
    },
    async (request) => {
      const { status, clientId, response } = await denyConsent(dependencies, request.body)
      const { auth_request_id: authRequestId, user_id: userId } = request.body
      logRequestDecided(onBehalf(request), { authRequestId, clientId, userId, status })
      return response
    },
  )
}
