import { PushedAuthorizationRequest, PushedAuthorizationResponse } from '@countersign/contracts'
import { type Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { authenticateClient, type WithClientAuthentication } from '../../clients/authenticate-client.ts'
import { limitFailures, skipFailureCount } from '../../clients/http/limit-failures.ts'
import { describeRefusal } from '../../clients/presented-client.ts'
import { requireEnabled } from '../../clients/require-enabled.ts'
import { checkDpopProof } from '../../ground/dpop/check-dpop-proof.ts'
import { logRequestPushed, logRequestRefused } from '../../ground/events.ts'
import { allowAnyOrigin, asOAuthEndpoint, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Posted, readOnce } from '../../ground/http/parameters.ts'
import type { WithDpopNonces, WithKeys, WithLimiters } from '../../ground/parts.ts'
import { countRequest } from '../../ground/rate-limits/rate-limits.ts'
import { pushAuthorization } from './push-authorization.ts'

const URL_PATH = '/oauth/par'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'pushAuthorizationRequest',
  summary: 'Push an authorization request ahead of its browser (RFC 9126)',
  body: PushedAuthorizationRequest,
  response: { 201: PushedAuthorizationResponse },
}

/** POST /oauth/par: an app pushes its request ahead of the browser (RFC 9126). */
export function mountPush(
  app: Api,
  dependencies: WithClientAuthentication & WithKeys & WithLimiters & WithDpopNonces & WithScopes,
): void {
  allowAnyOrigin(app)
  limitFailures(app, 'par', dependencies)
  asOAuthEndpoint(app, {
    onRefusal: (request, refusal) => logRequestRefused(request, describeRefusal(request, refusal, dependencies)),
  })

  app.post<Posted>(URL_PATH, { ...BEGINS, ...documentedOnly, schema }, async (request, reply) => {
    const parameters = request.body ?? NO_PARAMETERS
    const client = await authenticateClient(dependencies, readOnce(parameters), request)
    skipFailureCount(request, client)
    requireEnabled(client)
    if (client.authenticationMethod === 'none' || !client.isVouchedFor) {
      // Anyone can push as a public client or register one, and every request is stored.
      countRequest(request, dependencies.limiters, { endpoint: 'push', clientId: client.clientId })
    }
    const { dpop: proof } = request.headers
    const proofJkt =
      proof === undefined ? undefined : await checkDpopProof(dependencies, { proof, method: 'POST', path: URL_PATH })
    const pushed = await pushAuthorization(dependencies, client, { parameters, proofJkt })
    logRequestPushed(request, { authRequestId: pushed.authRequestId, clientId: client.clientId })
    if (proofJkt !== undefined) reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
    return reply.code(201).send({ request_uri: pushed.requestUri, expires_in: pushed.lifetimeSeconds })
  })
}
