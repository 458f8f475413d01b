import { FormPostParameters } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { Api } from '@countersign/service/http'
import { findKeyOfSecret } from '@countersign/service/secrets'
import { Type } from 'typebox'
import { readClient, type WithClients } from '../../clients/client-registry.ts'
import { readRedirectUri } from '../../clients/redirect-uri.ts'
import { asOAuthEndpoint, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { type Parameters, parseQuery, readOnce } from '../../ground/http/parameters.ts'
import type { WithConfig, WithLimiters, WithPages } from '../../ground/parts.ts'
import { limitRequests } from '../../ground/rate-limits/rate-limits.ts'
import { echoableState } from './check-authorization-request.ts'
import { takesForms } from './destination.ts'

const URL_PATH = '/oauth/form-post'

const schema = {
  operationId: 'postAnswer',
  summary: 'Bring the answer to an authorization request to its app as a form (response_mode=form_post)',
  tags: ['oauth'],
  querystring: FormPostParameters,
  response: { 200: Type.String({ description: 'A page that posts itself.' }) },
}

/**
 * GET /oauth/form-post: the consent page's policy forbids forms. Any page could post the answer, so it is not looked
 * up; the target must be the client's.
 */
export function mountFormPost(app: Api, dependencies: WithConfig & WithLimiters & WithPages & WithClients): void {
  asOAuthEndpoint(app, { send: dependencies.pages.showRefusal })
  limitRequests(app, 'delivery', dependencies)
  const options = { ...documentedOnly, schema, exposeHeadRoute: false }
  app.get(URL_PATH, options, async (request, reply) => {
    const parameters = parseQuery(request)
    const client = await readClient(dependencies, parameters.values['client_id'])
    const redirectUri = readRedirectUri(client, parameters.values['redirect_uri'])
    const fields = { ...readAnswer(parameters), state: echoableState(parameters), iss: dependencies.config.issuer }
    if (!takesForms(redirectUri)) throw new OAuthError('invalid_request', 'This redirect_uri takes no forms.')
    return dependencies.pages.postAnswer(
      reply,
      { redirectUri, fields },
      { request, submitsItself: client.isVouchedFor },
    )
  })
}

function readAnswer(parameters: Parameters): Readonly<Record<string, string>> {
  const { code, error, error_description = '' } = readOnce(parameters)
  if (code !== undefined && error === undefined && findKeyOfSecret('cs_ac_', code) !== undefined) return { code }
  if (code === undefined && error === 'access_denied') return { error, error_description }
  throw new OAuthError('invalid_request', 'Send a code, or error=access_denied.')
}
