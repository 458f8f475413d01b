import { TokenStatusRequest } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { Type } from 'typebox'
import { authenticateClient, type WithClientAuthentication } from '../../clients/authenticate-client.ts'
import { limitFailures } from '../../clients/http/limit-failures.ts'
import { describeRefusal } from '../../clients/presented-client.ts'
import { logGrantRevoked, logRefused } from '../../ground/events.ts'
import { allowAnyOrigin, asOAuthEndpoint, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { type Posted, readOnce } from '../../ground/http/parameters.ts'
import type { WithLimiters } from '../../ground/parts.ts'
import { revokeToken } from './revoke-token.ts'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'revokeToken',
  summary: 'Revoke a token, and with it the whole grant',
  body: TokenStatusRequest,
  response: { 200: Type.Null({ description: 'The token is dead now, whether or not it ever lived.' }) },
}

/** POST /oauth/revoke: an app revokes a token (RFC 7009 §2). */
export function mountRevoke(app: Api, dependencies: WithClientAuthentication & WithLimiters): void {
  allowAnyOrigin(app)
  limitFailures(app, 'revocation', dependencies)
  asOAuthEndpoint(app, {
    onRefusal: (request, refusal) =>
      logRefused(request, { endpoint: 'revocation', ...describeRefusal(request, refusal, dependencies) }),
  })

  app.post<Posted>('/oauth/revoke', { ...documentedOnly, schema }, async (request, reply) => {
    const values = readOnce(request.body)
    const client = await authenticateClient(dependencies, values, request)
    const grantId = await revokeToken(dependencies, client, values['token'])
    const { clientId } = client
    if (grantId !== undefined) logGrantRevoked(request, { grantId, clientId, reason: 'revoked_by_client' })
    return reply.send()
  })
}
