import { IntrospectionResponse, TokenStatusRequest } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { logRefused } from '../events.ts'
import { beOAuthEndpoint, documentedOnly } from '../http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters } from '../http/parameters.ts'
import { describeRefusal } from '../http/presented-client.ts'
import { limitFailures } from '../http/rate-limits.ts'
import { introspectToken } from './introspect-token.ts'

const URL_PATH = '/oauth/introspect'

/** POST /oauth/introspect: an app's own server asks what a token is good for (RFC 7662 §2). Not for pages: no CORS. */
export async function introspectRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  limitFailures(app, 'introspection', dependencies)
  beOAuthEndpoint(app, {
    tell: (request, refusal) =>
      logRefused(request, { endpoint: 'introspection', ...describeRefusal(request, refusal, dependencies) }),
  })

  app.post<{ Body: Parameters | undefined }>(
    URL_PATH,
    {
      ...documentedOnly,
      schema: {
        operationId: 'introspectToken',
        summary: 'Ask whether a token may be used, and for what',
        tags: ['oauth'],
        security: [{ client: [] }, {}],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: TokenStatusRequest,
        response: {
          200: IntrospectionResponse,
        },
      },
    },
    async (request, reply) => {
      const parameters = request.body ?? NO_PARAMETERS
      const { authorization } = request.headers
      const response = await introspectToken(dependencies, { parameters, authorization })
      return reply.send(response)
    },
  )
}
