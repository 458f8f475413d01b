import { UnansweredParameters } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { type Api } from '@countersign/service/http'
import { Type } from 'typebox'
import type { WithClients } from '../../clients/client-registry.ts'
import { logRequestRefused } from '../../ground/events.ts'
import { asOAuthEndpoint } from '../../ground/http/oauth-endpoint.ts'
import { sendDestination } from '../../ground/http/send-destination.ts'
import type { WithConfig, WithLimiters, WithPages, WithSql } from '../../ground/parts.ts'
import { limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import { refuseAtApp } from './destination.ts'
import { endUnanswered } from './request.store.ts'

const REASONS = {
  login_required: 'Nobody is signed in on this device, or not as recently or as whom the app asks for.',
  consent_required: 'This person has not approved the app, or no longer does.',
  interaction_required: 'The request could not be answered without the person.',
} as const

/** GET /oauth/authorize/unanswered: ends a `prompt=none` request that the page cannot answer. Needs only its id. */
export function mountUnanswered(
  app: Api,
  dependencies: WithSql & WithConfig & WithLimiters & WithPages & WithClients,
): void {
  asOAuthEndpoint(app, { send: dependencies.pages.showRefusal })
  limitRequests(app, 'delivery', dependencies)
  app.get(
    '/oauth/authorize/unanswered',
    {
      exposeHeadRoute: false,
      schema: {
        operationId: 'endUnanswered',
        summary: 'Tell an app that its request with prompt=none needs a person (OpenID Connect Core §3.1.2.6)',
        tags: ['oauth'],
        querystring: UnansweredParameters,
        response: {
          200: Type.String({ description: 'With response_mode=form_post: a page that posts the error to the app.' }),
          302: Type.Null({ description: 'Back to the app with the error.' }),
        },
      },
    },
    async (request, reply) => {
      const { auth_request_id, error } = request.query
      const ended = await endUnanswered(dependencies.sql, auth_request_id)
      const client = ended && (await dependencies.clients.find(ended.clientId))
      if (!ended || !client) {
        throw new OAuthError('invalid_request', 'There is no request without a prompt that this could end.')
      }
      logRequestRefused(request, { code: error, clientId: client.clientId })
      const refusal = new OAuthError(error, REASONS[error])
      const destination = refuseAtApp(refusal, { ...ended, client, config: dependencies.config })
      return sendDestination(reply, destination, { ...dependencies, request, status: 302 })
    },
  )
}
