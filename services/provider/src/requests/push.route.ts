import { PushedAuthorizationRequest, PushedAuthorizationResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { authenticateClient } from '../clients/authenticate-client.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkDpopProof } from '../dpop/check-dpop-proof.ts'
import { logRequestPushed, logRequestRefused } from '../events.ts'
import { allowAnyOrigin, beOAuthEndpoint, documentedOnly } from '../http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters } from '../http/parameters.ts'
import { describeRefusal } from '../http/presented-client.ts'
import { countRequest, excuseFailures, limitFailures } from '../http/rate-limits.ts'
import { pushAuthorization } from './push-authorization.ts'

const URL_PATH = '/oauth/par'

const schema = {
  operationId: 'pushAuthorizationRequest',
  summary: 'Push an authorization request ahead of its browser (RFC 9126)',
  tags: ['oauth'],
  security: [{ client: [] }, {}],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  body: PushedAuthorizationRequest,
  response: {
    201: PushedAuthorizationResponse,
  },
}

/** POST /oauth/par: an app hands in its authorization request, and gets a name for it that a browser can carry. */
export async function pushRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  allowAnyOrigin(app)
  limitFailures(app, 'par', dependencies)
  beOAuthEndpoint(app, {
    tell: (request, refusal) => logRequestRefused(request, describeRefusal(request, refusal, dependencies)),
  })

  app.post<{ Body: Parameters | undefined }>(URL_PATH, { ...documentedOnly, schema }, async (request, reply) => {
    const parameters = request.body ?? NO_PARAMETERS
    if (parameters.repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
    const client = await authenticateClient(dependencies, parameters.values, request.headers.authorization)
    excuseFailures(request, client)
    if (client.authenticationMethod === 'none' || client.registeredItself) {
      // Anybody can push in its place, or as an app that they register: and every request is stored.
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
