import { LogoutParameters } from '@countersign/contracts'
import { type Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WithClients } from '../../clients/client-registry.ts'
import { asOAuthEndpoint, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters, type Posted, parseForm } from '../../ground/http/parameters.ts'
import type { WithLimiters, WithPages, WithSigning } from '../../ground/parts.ts'
import { limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import { logoutPageAddress, readLogoutParameters } from './logout-request.ts'

const URL_PATH = '/oauth/logout'

const schema = {
  operationId: 'logout',
  summary: 'Ask the person whether they sign out (OpenID Connect RP-Initiated Logout §2)',
  description: 'Ends nothing by itself: it leads to a page where the person decides, and may return to the app.',
  tags: ['oauth'],
}

const GONE_ON = Type.Null({ description: 'On to the page where the person decides.' })

/** GET and POST /oauth/logout: an app sends the browser here to sign the user out. */
export function mountLogout(app: Api, dependencies: WithSigning & WithLimiters & WithPages & WithClients): void {
  asOAuthEndpoint(app, { send: dependencies.pages.showLogoutRefusal })
  limitRequests(app, 'authorize', dependencies)
  const pageFor = async (parameters: Parameters, { ip }: FastifyRequest): Promise<string> =>
    logoutPageAddress(dependencies, await readLogoutParameters(dependencies, parameters, ip))

  app.get(
    URL_PATH,
    {
      ...BEGINS,
      ...documentedOnly,
      exposeHeadRoute: false,
      schema: { ...schema, querystring: LogoutParameters, response: { 302: GONE_ON } },
    },
    async (request, reply) => {
      const query = request.raw.url?.split('?').slice(1).join('?') ?? ''
      return reply.header('referrer-policy', 'no-referrer').redirect(await pageFor(parseForm(query), request), 302)
    },
  )
  app.post<Posted>(
    URL_PATH,
    {
      ...BEGINS,
      ...documentedOnly,
      schema: {
        ...schema,
        operationId: 'logoutByPost',
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: LogoutParameters,
        response: { 303: GONE_ON },
      },
    },
    async (request, reply) =>
      reply
        .header('referrer-policy', 'no-referrer')
        .redirect(await pageFor(request.body ?? NO_PARAMETERS, request), 303),
  )
}
