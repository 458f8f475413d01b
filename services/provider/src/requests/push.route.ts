import { OAuthErrorBody, PushedAuthorizationRequest, PushedAuthorizationResponse } from '@countersign/contracts'
import { OAuthError, sendOAuthError, toOAuthError } from '@countersign/service'
import type { FastifyInstance } from 'fastify'
import { authenticateClient } from '../clients/authenticate-client.ts'
import { outcomeOf } from '../clients/client-authentication-error.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkDpopProof } from '../dpop/check-dpop-proof.ts'
import { logRequestPushed, logRequestRefused } from '../events.ts'
import { allowAnyOrigin, answerPreflight } from '../http/cors.ts'
import { refuseOtherMethods } from '../http/method-not-allowed.ts'
import { NO_PARAMETERS, type Parameters } from '../http/parameters.ts'
import { knownClientOf } from '../http/presented-client.ts'
import { countRequest, limitFailures } from '../http/rate-limits.ts'
import { pushAuthorization } from './push-authorization.ts'

const URL_PATH = '/oauth/par'

const schema = {
  operationId: 'pushAuthorizationRequest',
  summary: 'Push an authorization request ahead of its browser (RFC 9126)',
  tags: ['oauth'],
  consumes: ['application/x-www-form-urlencoded', 'application/json'],
  body: PushedAuthorizationRequest,
  response: {
    201: PushedAuthorizationResponse,
    400: OAuthErrorBody,
    401: OAuthErrorBody,
    413: OAuthErrorBody,
    415: OAuthErrorBody,
    429: OAuthErrorBody,
    503: OAuthErrorBody,
  },
}

/** POST /oauth/par: an app hands in its authorization request, and gets a name for it that a browser can carry. */
export async function pushRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  allowAnyOrigin(app)
  answerPreflight(app, URL_PATH)
  refuseOtherMethods(app, URL_PATH, ['POST', 'OPTIONS'])
  limitFailures(app, 'par', dependencies)
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toOAuthError(error)
    if (refusal.status >= 500) request.log.error({ event: 'error', err: error }, 'pushed request failed')
    logRequestRefused(request, { code: outcomeOf(refusal), clientId: knownClientOf(request, dependencies.clients) })
    return sendOAuthError(reply, refusal)
  })

  app.post<{ Body: Parameters | undefined }>(
    URL_PATH,
    // The schema documents the body; the rules read the parameters, because a repeated one is theirs to refuse.
    { validatorCompiler: () => () => true, schema },
    async (request, reply) => {
      const parameters = request.body ?? NO_PARAMETERS
      if (parameters.repeated.length > 0)
        throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
      const client = await authenticateClient(dependencies, parameters.values, request.headers.authorization)
      if (client.authenticationMethod === 'none') {
        // Its name is all that it takes to push in its place, and every request is stored.
        countRequest(request, dependencies.limiters, { endpoint: 'push', clientId: client.clientId })
      }
      const { dpop: proof } = request.headers
      const proofJkt =
        proof === undefined ? undefined : await checkDpopProof(dependencies, { proof, method: 'POST', path: URL_PATH })
      const pushed = await pushAuthorization(dependencies, client, { parameters, proofJkt })
      logRequestPushed(request, { authRequestId: pushed.authRequestId, clientId: client.clientId })
      if (proofJkt !== undefined) reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
      return reply
        .code(201)
        .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
        .send({ request_uri: pushed.requestUri, expires_in: pushed.lifetimeSeconds })
    },
  )
}
