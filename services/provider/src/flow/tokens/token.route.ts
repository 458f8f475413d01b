import { DEVICE_CODE_GRANT, GRANT_TYPES, type GrantType, TokenRequest, TokenResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { Api } from '@countersign/service/http'
import type { FastifyRequest } from 'fastify'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { type Client, requireGrantType } from '../../clients/client.ts'
import { asClientEndpoint, authenticateEnabled, type WithClientEndpoint } from '../../clients/http/client-endpoint.ts'
import { readDpopKey, type WithDpop } from '../../ground/dpop/check-dpop-proof.ts'
import { logGrantRevoked, logTokensIssued } from '../../ground/events.ts'
import { allowAnyOrigin, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Parameters, type Posted, readOnce } from '../../ground/http/parameters.ts'
import type { WithKeys } from '../../ground/parts.ts'
import { exchangeCode } from './exchange-code.ts'
import { exchangeDeviceCode } from './exchange-device-code.ts'
import { issueClientToken } from './issue-client-token.ts'
import { type IssuedTokens, ReplayError } from './new-tokens.ts'
import { refreshTokens } from './refresh-tokens.ts'

const URL_PATH = '/oauth/token/'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'token',
  summary: 'Exchange an authorization code or a refresh token for tokens, or get one for own calls',
  body: TokenRequest,
  response: { 200: TokenResponse },
}

/** POST /oauth/token/: an app exchanges a grant for tokens (RFC 6749 §3.2). */
export function mountToken(app: Api, dependencies: WithClientEndpoint): void {
  allowAnyOrigin(app)
  asClientEndpoint(app, dependencies, {
    endpoint: 'token',
    event: 'token_request_refused',
    onRefusal: (request, error) => {
      if (error instanceof ReplayError) logGrantRevoked(request, error)
    },
  })

  app.post<Posted>(URL_PATH, { ...documentedOnly, schema }, async (request, reply) => {
    const values = readOnce(request.body)
    if (values['grant_type'] === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.')
    const client = await authenticateEnabled(dependencies, request)
    const { resources } = request.body ?? NO_PARAMETERS
    const asked = { values, resources, proof: request.headers.dpop }
    const { response, ...ids } = await issueTokens(dependencies, client, asked)
    dependencies.clients.noteUse(client.clientId)
    logTokensIssued(request, { ...ids, clientId: client.clientId, grantType: values['grant_type'] })
    if (response.token_type === 'DPoP') reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
    return reply.send(response)
  })
}

type Asked = Pick<Parameters, 'values' | 'resources'> & { readonly proof: FastifyRequest['headers']['dpop'] }

async function issueTokens(
  dependencies: WithDpop & WithKeys & WithScopes,
  client: Client,
  { values, resources, proof }: Asked,
): Promise<IssuedTokens> {
  const { scope, code, redirect_uri: redirectUri, code_verifier: codeVerifier } = values
  const grantType = readGrantType(values['grant_type'])
  requireGrantType(client, grantType)
  const jkt = await readDpopKey(dependencies, client, { proof, method: 'POST', path: URL_PATH })
  switch (grantType) {
    case 'authorization_code':
      return exchangeCode(dependencies, client, { code, redirectUri, codeVerifier, resources, jkt })
    case 'refresh_token':
      return refreshTokens(dependencies, client, { refreshToken: values['refresh_token'], scope, resources, jkt })
    case DEVICE_CODE_GRANT:
      return exchangeDeviceCode(dependencies, client, { deviceCode: values['device_code'], resources, jkt })
    case 'client_credentials':
      return issueClientToken(dependencies, client, { scope, resources, jkt })
  }
}

function readGrantType(text: string | undefined): GrantType {
  const grantType = GRANT_TYPES.find((name) => name === text)
  if (grantType) return grantType
  throw new OAuthError('unsupported_grant_type', `grant_type must be one of: ${GRANT_TYPES.join(', ')}.`)
}
