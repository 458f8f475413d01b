import { LogoutParameters } from '@countersign/contracts'
import { type Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { WithClients } from '../../clients/client-registry.ts'
import { asOAuthEndpoint, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters, type Posted, parseQuery } from '../../ground/http/parameters.ts'
import type { WithLimiters, WithPages, WithSigning } from '../../ground/parts.ts'
import { limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import { logoutPageAddress, readLogoutParameters } from './logout-request.ts'

const URL_PATH = '/oauth/logout'

const schema = {
  operationId: 'logout',
  summary: 'Start a logout (OpenID Connect RP-Initiated Logout §2)',
  description: 'Ends nothing by itself: it leads to a page where the person decides, and may return to the app.',
  tags: ['oauth'],
}

const GONE_ON = Type.Null({ description: 'On to the page where the person decides.' })

/** GET and POST /oauth/logout: an app sends the browser here to sign the user out. */
export function mountLogout(app: Api, dependencies: WithSigning & WithLimiters & WithPages & WithClients): void {
  asOAuthEndpoint(app, { send: dependencies.pages.showLogoutRefusal })
  limitRequests(app, 'authorize', dependencies)
  const options = { ...BEGINS, ...documentedOnly }
  const byGet = { ...schema, querystring: LogoutParameters, response: { 302: GONE_ON } }
  app.get(URL_PATH, { ...options, exposeHeadRoute: false, schema: byGet }, async (request, reply) =>
    leadToPage(reply, parseQuery(request), 302),
  )
  const byPost = {
    ...schema,
    operationId: 'logoutByPost',
    consumes: ['application/x-www-form-urlencoded', 'application/json'],
    body: LogoutParameters,
    response: { 303: GONE_ON },
  }
  app.post<Posted>(URL_PATH, { ...options, schema: byPost }, async (request, reply) =>
    leadToPage(reply, request.body ?? NO_PARAMETERS, 303),
  )

  async function leadToPage(reply: FastifyReply, parameters: Parameters, status: 302 | 303) {
    // Before anything can refuse: the address may hold an id_token_hint.
    reply.header('referrer-policy', 'no-referrer')
    const request = await readLogoutParameters(dependencies, parameters, reply.request.ip)
    return reply.redirect(logoutPageAddress(dependencies, request), status)
  }
}
