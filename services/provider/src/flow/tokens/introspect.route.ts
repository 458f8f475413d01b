import { IntrospectionResponse, TokenStatusRequest } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { authenticateClient, type WithClientAuthentication } from '../../clients/authenticate-client.ts'
import { limitFailures } from '../../clients/http/limit-failures.ts'
import { describeRefusal } from '../../clients/presented-client.ts'
import { logRefused } from '../../ground/events.ts'
import { asOAuthEndpoint, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { type Posted, readOnce } from '../../ground/http/parameters.ts'
import type { WithKeys, WithLimiters } from '../../ground/parts.ts'
import { introspectToken } from './introspect-token.ts'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'introspectToken',
  summary: 'Ask whether a token may be used, and for what',
  body: TokenStatusRequest,
  response: { 200: IntrospectionResponse },
}

/** POST /oauth/introspect: a server asks whether a token is active (RFC 7662 §2). No CORS. */
export function mountIntrospect(app: Api, dependencies: WithClientAuthentication & WithKeys & WithLimiters): void {
  limitFailures(app, 'introspection', dependencies)
  asOAuthEndpoint(app, {
    onRefusal: (request, refusal) =>
      logRefused(request, { endpoint: 'introspection', ...describeRefusal(request, refusal, dependencies) }),
  })

  app.post<Posted>('/oauth/introspect', { ...documentedOnly, schema }, async (request) => {
    const values = readOnce(request.body)
    const client = await authenticateClient(dependencies, values, request)
    return introspectToken(dependencies, client, values['token'])
  })
}
