import { IntrospectionResponse, OAuthErrorBody, TokenStatusRequest } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { refuseOtherMethods } from '../http/method-not-allowed.ts'
import { answerRefusals } from '../http/oauth-refusals.ts'
import { NO_PARAMETERS, type Parameters } from '../http/parameters.ts'
import { limitFailures } from '../http/rate-limits.ts'
import { introspectToken } from './introspect-token.ts'

const URL_PATH = '/oauth/introspect'

/** POST /oauth/introspect: an app's own server asks what a token is good for (RFC 7662 §2). Not for pages: no CORS. */
export async function introspectRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  refuseOtherMethods(app, URL_PATH, ['POST'])
  limitFailures(app, 'introspection', dependencies)
  answerRefusals(app, 'introspection', dependencies)

  app.post<{ Body: Parameters | undefined }>(
    URL_PATH,
    {
      // The schema documents the body; the rules read the parameters, because a repeated one is theirs to refuse.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'introspectToken',
        summary: 'Ask whether a token may be used, and for what',
        tags: ['oauth'],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: TokenStatusRequest,
        response: {
          200: IntrospectionResponse,
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
      const response = await introspectToken(dependencies, { parameters, authorization })
      return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send(response)
    },
  )
}
