import { OAuthErrorBody, TokenStatusRequest } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Dependencies } from '../dependencies.ts'
import { logGrantRevoked } from '../events.ts'
import { allowAnyOrigin, answerPreflight } from '../http/cors.ts'
import { refuseOtherMethods } from '../http/method-not-allowed.ts'
import { answerRefusals } from '../http/oauth-refusals.ts'
import { NO_PARAMETERS, type Parameters } from '../http/parameters.ts'
import { knownClientOf } from '../http/presented-client.ts'
import { limitFailures } from '../http/rate-limits.ts'
import { revokeToken } from './revoke-token.ts'

const URL_PATH = '/oauth/revoke'

/** POST /oauth/revoke: an app takes back what it was given (RFC 7009 §2). */
export async function revokeRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  allowAnyOrigin(app)
  answerPreflight(app, URL_PATH)
  refuseOtherMethods(app, URL_PATH, ['POST', 'OPTIONS'])
  limitFailures(app, 'revocation', dependencies)
  answerRefusals(app, 'revocation', dependencies)

  app.post<{ Body: Parameters | undefined }>(
    URL_PATH,
    {
      // The schema documents the body; the rules read the parameters, because a repeated one is theirs to refuse.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke a token, and with it the whole grant',
        tags: ['oauth'],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: TokenStatusRequest,
        response: {
          200: Type.Null({ description: 'The token is dead now, whether or not it ever lived.' }),
          400: OAuthErrorBody,
          401: OAuthErrorBody,
          415: OAuthErrorBody,
          429: OAuthErrorBody,
          503: OAuthErrorBody,
        },
      },
    },
    async (request, reply) => {
      const parameters = request.body ?? NO_PARAMETERS
      const { authorization } = request.headers
      const grantId = await revokeToken(dependencies, { parameters, authorization })
      const clientId = knownClientOf(request, dependencies.clients)
      if (grantId !== undefined) logGrantRevoked(request, { grantId, clientId, reason: 'revoked_by_client' })
      return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send()
    },
  )
}
