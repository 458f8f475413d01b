import { PushedAuthorizationRequest, PushedAuthorizationResponse } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import { BEGINS } from '@countersign/service/limits'
import {
  asClientEndpoint,
  authenticateEnabled,
  countUnproven,
  type WithClientEndpoint,
} from '../../clients/http/client-endpoint.ts'
import { checkDpopProof } from '../../ground/dpop/check-dpop-proof.ts'
import { logRequestPushed } from '../../ground/events.ts'
import { allowAnyOrigin, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Posted } from '../../ground/http/parameters.ts'
import { pushAuthorization } from './push-authorization.ts'

const URL_PATH = '/oauth/par'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'pushAuthorizationRequest',
  summary: 'Push an authorization request (RFC 9126)',
  body: PushedAuthorizationRequest,
  response: { 201: PushedAuthorizationResponse },
}

/** POST /oauth/par: an app pushes its request ahead of the browser (RFC 9126). */
export function mountPush(app: Api, dependencies: WithClientEndpoint): void {
  allowAnyOrigin(app)
  asClientEndpoint(app, dependencies, { endpoint: 'par', event: 'authorization_request_refused' })
  app.post<Posted>(URL_PATH, { ...BEGINS, ...documentedOnly, schema }, async (request, reply) => {
    const client = await authenticateEnabled(dependencies, request)
    countUnproven(request, { client, endpoint: 'push' }, dependencies)
    const { dpop: proof } = request.headers
    const proofJkt =
      proof === undefined ? undefined : await checkDpopProof(dependencies, { proof, method: 'POST', path: URL_PATH })
    const parameters = request.body ?? NO_PARAMETERS
    const pushed = await pushAuthorization(dependencies, client, { parameters, proofJkt })
    logRequestPushed(request, { authRequestId: pushed.authRequestId, clientId: client.clientId })
    if (proofJkt !== undefined) reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
    return reply.code(201).send({ request_uri: pushed.requestUri, expires_in: pushed.lifetimeSeconds })
  })
}
