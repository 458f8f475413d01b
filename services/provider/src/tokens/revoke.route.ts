import { TokenStatusRequest } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Dependencies } from '../dependencies.ts'
import { logGrantRevoked, logRefused } from '../events.ts'
import { allowAnyOrigin, beOAuthEndpoint, documentedOnly } from '../http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters } from '../http/parameters.ts'
import { describeRefusal, knownClientOf } from '../http/presented-client.ts'
import { limitFailures } from '../http/rate-limits.ts'
import { revokeToken } from './revoke-token.ts'

const URL_PATH = '/oauth/revoke'

/** POST /oauth/revoke: an app takes back what it was given (RFC 7009 §2). */
export async function revokeRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  allowAnyOrigin(app)
  limitFailures(app, 'revocation', dependencies)
  beOAuthEndpoint(app, {
    tell: (request, refusal) =>
      logRefused(request, { endpoint: 'revocation', ...describeRefusal(request, refusal, dependencies) }),
  })

  app.post<{ Body: Parameters | undefined }>(
    URL_PATH,
    {
      ...documentedOnly,
      schema: {
        operationId: 'revokeToken',
        summary: 'Revoke a token, and with it the whole grant',
        tags: ['oauth'],
        security: [{ client: [] }, {}],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: TokenStatusRequest,
        response: {
          200: Type.Null({ description: 'The token is dead now, whether or not it ever lived.' }),
        },
      },
    },
    async (request, reply) => {
      const parameters = request.body ?? NO_PARAMETERS
      const { authorization } = request.headers
      const grantId = await revokeToken(dependencies, { parameters, authorization })
      const clientId = knownClientOf(request, dependencies.clients)
      if (grantId !== undefined) logGrantRevoked(request, { grantId, clientId, reason: 'revoked_by_client' })
      return reply.send()
    },
  )
}
