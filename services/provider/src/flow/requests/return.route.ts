import { AuthorizationRequestParams } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithClients } from '../../clients/client-registry.ts'
import { asOAuthEndpoint } from '../../ground/http/oauth-endpoint.ts'
import { sendDestination } from '../../ground/http/send-destination.ts'
import type { WithConfig, WithLimiters, WithPages, WithSql } from '../../ground/parts.ts'
import { limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import { returnToApp } from './return-to-app.ts'

/**
 * GET /oauth/return: the way back to the app from an ended request. Needs only its id: the user may not be signed in.
 */
export function mountReturn(
  app: Api,
  dependencies: WithSql & WithConfig & WithLimiters & WithPages & WithClients,
): void {
  asOAuthEndpoint(app, { send: dependencies.pages.showRefusal })
  limitRequests(app, 'delivery', dependencies)
  app.get(
    '/oauth/return',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'returnToApp',
        summary: 'Go back to the app of a request that has expired or was denied',
        description:
          'The app of an expired request is told request_expired, that of a denied one access_denied. A request that is open leads to the consent page.',
        tags: ['oauth'],
        querystring: AuthorizationRequestParams,
        response: {
          200: Type.String({ description: 'With response_mode=form_post: a page that posts the error to the app.' }),
          302: Type.Null({ description: 'Back to the app.' }),
        },
      },
    },
    async (request, reply) => {
      const destination = await returnToApp(dependencies, request.query.auth_request_id)
      return sendDestination(reply, destination, { ...dependencies, request, status: 302 })
    },
  )
}
