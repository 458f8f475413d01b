import { AuthorizeParameters } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import { countRefusal, routeLabelsOf } from '@countersign/service/telemetry'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import { knownClientOf } from '../../clients/http/client-endpoint.ts'
import { logRefused, logRequestStarted } from '../../ground/events.ts'
import { asOAuthEndpoint, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters, type Posted, parseQuery } from '../../ground/http/parameters.ts'
import { sendDestination } from '../../ground/http/provider-pages.ts'
import type { WithConfig, WithKeys, WithLimiters, WithPages, WithSql } from '../../ground/parts.ts'
import { limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import { startAuthorization } from './start-authorization.ts'

const URL_PATH = '/oauth/authorize'

const schema = {
  operationId: 'authorize',
  summary: 'Start an authorization request (RFC 6749 §4.1.1)',
  tags: ['oauth'],
}

const GONE_ON = Type.Null({ description: 'On to the consent page, or back to the app with an error.' })

/** GET and POST /oauth/authorize: an app sends the browser here (RFC 6749 §3.1). */
export function mountAuthorize(
  app: Api,
  dependencies: WithSql & WithConfig & WithKeys & WithLimiters & WithPages & WithScopes & WithClients,
): void {
  asOAuthEndpoint(app, {
    onRefusal: (request, { code }) =>
      logRefused(request, 'authorization_request_refused', {
        code,
        clientId: knownClientOf(request, dependencies.clients),
      }),
    send: dependencies.pages.showRefusal,
  })
  limitRequests(app, 'authorize', dependencies)
  const documented = { ...schema, querystring: AuthorizeParameters, response: { 302: GONE_ON } }
  const posted = {
    ...schema,
    operationId: 'authorizeByPost',
    consumes: ['application/x-www-form-urlencoded', 'application/json'],
    body: AuthorizeParameters,
    response: { 303: GONE_ON },
  }
  const options = { ...BEGINS, ...documentedOnly }
  // HEAD must not start a request (RFC 9110 §9.3.2).
  app.get(URL_PATH, { ...options, schema: documented, exposeHeadRoute: false }, async (request, reply) =>
    authorize(request, reply, parseQuery(request), 302),
  )
  // 303 keeps the browser from reposting the form to the redirect's target (RFC 9700 §4.12).
  app.post<Posted>(URL_PATH, { ...options, schema: posted }, async (request, reply) =>
    authorize(request, reply, request.body ?? NO_PARAMETERS, 303),
  )

  async function authorize(request: FastifyRequest, reply: FastifyReply, parameters: Parameters, status: 302 | 303) {
    const destination = await startAuthorization(dependencies, parameters, request.ip)
    if (destination.kind === 'consent') logRequestStarted(request, destination)
    else {
      const { clientId, refusal } = destination
      countRefusal(routeLabelsOf(request), refusal.code)
      logRefused(request, 'authorization_request_refused', { code: refusal.code, clientId })
    }
    return sendDestination(reply, destination, { ...dependencies, request, status })
  }
}
