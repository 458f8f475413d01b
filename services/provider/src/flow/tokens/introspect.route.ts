import { IntrospectionResponse, TokenStatusRequest } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { authenticateClient } from '../../clients/authenticate-client.ts'
import { describeRefusal } from '../../clients/presented-client.ts'
import { logRefused } from '../../ground/events.ts'
import { beOAuthEndpoint, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { type Posted, readOnce } from '../../ground/http/parameters.ts'
import { limitFailures } from '../../ground/rate-limits/rate-limits.ts'
import type { ProviderDependencies } from '../../surface/dependencies.ts'
import { introspectToken } from './introspect-token.ts'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'introspectToken',
  summary: 'Ask whether a token may be used, and for what',
  body: TokenStatusRequest,
  response: { 200: IntrospectionResponse },
}

/** POST /oauth/introspect: an app's own server asks what a token is good for (RFC 7662 §2). Not for pages: no CORS. */
export function mountIntrospect(app: Api, dependencies: ProviderDependencies): void {
  limitFailures(app, 'introspection', dependencies)
  beOAuthEndpoint(app, {
    onRefusal: (request, refusal) =>
      logRefused(request, { endpoint: 'introspection', ...describeRefusal(request, refusal, dependencies) }),
  })

  app.post<Posted>('/oauth/introspect', { ...documentedOnly, schema }, async (request) => {
    const values = readOnce(request.body)
    const client = await authenticateClient(dependencies, values, request)
    return introspectToken(dependencies, client, values['token'])
  })
}
