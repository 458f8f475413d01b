import { AuthorizationRequestDetails, AuthorizationRequestQuery, ServiceErrorBody } from '@countersign/contracts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Dependencies } from '../dependencies.ts'
import { showRequest } from './show-request.ts'

/** GET /api/auth/internal/auth-request-details/: core reads a request for the consent page (specification §4.2). */
export const detailsRoute: FastifyPluginAsyncTypebox<Dependencies> = async (app, dependencies) => {
  app.get(
    '/api/auth/internal/auth-request-details',
    {
      schema: {
        operationId: 'readAuthorizationRequest',
        summary: 'Read an authorization request',
        tags: ['internal'],
        security: [{ serviceToken: [] }],
        querystring: AuthorizationRequestQuery,
        response: {
          200: AuthorizationRequestDetails,
          400: ServiceErrorBody,
          401: ServiceErrorBody,
          404: ServiceErrorBody,
        },
      },
    },
    async ({ query: { auth_request_id: authRequestId, user_id: userId } }) =>
      showRequest(dependencies, { authRequestId, userId }),
  )
}
