import { IntrospectionResponse, TokenStatusRequest } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import { authenticateClient, type WithClientAuthentication } from '../../clients/authenticate-client.ts'
import { asClientEndpoint } from '../../clients/http/client-endpoint.ts'
import { logGrantRevoked } from '../../ground/events.ts'
import { allowAnyOrigin, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { type Posted, readOnce } from '../../ground/http/parameters.ts'
import type { WithKeys, WithLimiters } from '../../ground/parts.ts'
import { introspectToken } from './introspect-token.ts'
import { revokeToken } from './revoke-token.ts'

const described = { ...CLIENT_ENDPOINT, body: TokenStatusRequest }

/** POST /oauth/introspect: a server asks whether a token is active (RFC 7662 §2). No CORS. */
export function mountIntrospect(app: Api, dependencies: WithClientAuthentication & WithKeys & WithLimiters): void {
  const schema = {
    ...described,
    operationId: 'introspectToken',
    summary: 'Introspect a token (RFC 7662)',
    response: { 200: IntrospectionResponse },
  }
  asClientEndpoint(app, dependencies, { endpoint: 'introspection', event: 'introspection_refused' })
  app.post<Posted>('/oauth/introspect', { ...documentedOnly, schema }, async (request) => {
    const values = readOnce(request.body)
    const client = await authenticateClient(dependencies, values, request)
    return introspectToken(dependencies, client, values['token'])
  })
}

/** POST /oauth/revoke: an app revokes a token (RFC 7009 §2). */
export function mountRevoke(app: Api, dependencies: WithClientAuthentication & WithKeys & WithLimiters): void {
  const schema = {
    ...described,
    operationId: 'revokeToken',
    summary: 'Revoke a token; the whole grant ends with it (RFC 7009)',
    response: { 200: Type.Null({ description: 'The token is dead now, whether or not it ever lived.' }) },
  }
  allowAnyOrigin(app)
  asClientEndpoint(app, dependencies, { endpoint: 'revocation', event: 'revocation_refused' })
  app.post<Posted>('/oauth/revoke', { ...documentedOnly, schema }, async (request, reply) => {
    const values = readOnce(request.body)
    const client = await authenticateClient(dependencies, values, request)
    const grantId = await revokeToken(dependencies, client, values['token'])
    const { clientId } = client
    if (grantId !== undefined) logGrantRevoked(request, { grantId, clientId, reason: 'revoked_by_client' })
    return reply.send()
  })
}
