import { TokenRequest, TokenResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateClient } from '../clients/authenticate-client.ts'
import type { Client } from '../clients/client.ts'
import type { Dependencies } from '../dependencies.ts'
import { readDpopKey } from '../dpop/read-dpop-key.ts'
import { logGrantRevoked, logTokenRefused, logTokensIssued } from '../events.ts'
import { allowAnyOrigin, beOAuthEndpoint, documentedOnly } from '../http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters } from '../http/parameters.ts'
import { describeRefusal, knownClientOf } from '../http/presented-client.ts'
import { excuseFailures, limitFailures } from '../http/rate-limits.ts'
import { exchangeCode } from './exchange-code.ts'
import { type IssuedTokens, ReplayError } from './issued-tokens.ts'
import { refreshTokens } from './refresh-tokens.ts'

const URL_PATH = '/oauth/token'

/** POST /oauth/token/: a relying app trades a code or a refresh token for tokens (RFC 6749 §3.2). */
export async function tokenRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  allowAnyOrigin(app)
  limitFailures(app, 'token', dependencies)
  beOAuthEndpoint(app, {
    tell: (request, refusal, error) => {
      if (error instanceof ReplayError) logGrantRevoked(request, error)
      logTokenRefused(request, describeRefusal(request, refusal, dependencies))
    },
  })

  app.post<{ Body: Parameters | undefined }>(
    URL_PATH,
    {
      ...documentedOnly,
      schema: {
        operationId: 'token',
        summary: 'Exchange an authorization code or a refresh token for tokens',
        tags: ['oauth'],
        security: [{ client: [] }, {}],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: TokenRequest,
        response: {
          200: TokenResponse,
        },
      },
    },
    async (request, reply) => {
      const parameters = request.body ?? NO_PARAMETERS
      const client = await authenticate(dependencies, parameters, request.headers.authorization)
      excuseFailures(request, client)
      const { response, ...ids } = await issueTokens(dependencies, client, {
        values: parameters.values,
        proof: request.headers.dpop,
      })
      logTokensIssued(request, {
        ...ids,
        clientId: knownClientOf(request, dependencies.clients),
        grantType: parameters.values['grant_type'] ?? '',
      })
      if (response.token_type === 'DPoP')
        reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
      return reply.send(response)
    },
  )
}

async function authenticate(
  dependencies: Dependencies,
  { values, repeated }: Parameters,
  authorization: string | undefined,
): Promise<Client> {
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
  if (values['grant_type'] === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.')
  return authenticateClient(dependencies, values, authorization)
}

async function issueTokens(
  dependencies: Dependencies,
  client: Client,
  { values, proof }: { readonly values: Parameters['values']; readonly proof: FastifyRequest['headers']['dpop'] },
): Promise<IssuedTokens> {
  const jkt = await readDpopKey(dependencies, client, { proof, method: 'POST', path: URL_PATH })
  switch (values['grant_type'] ?? '') {
    case 'authorization_code':
      return exchangeCode(dependencies, client, {
        code: values['code'],
        redirectUri: values['redirect_uri'],
        codeVerifier: values['code_verifier'],
        jkt,
      })
    case 'refresh_token':
      return refreshTokens(dependencies, client, { refreshToken: values['refresh_token'], scope: values['scope'], jkt })
    default:
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  }
}
