import { DEVICE_CODE_GRANT, GRANT_TYPES, type GrantType, TokenRequest, TokenResponse } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import type { Api } from '@countersign/service/http'
import { type Client, requireGrantType } from '../../clients/client.ts'
import { asClientEndpoint, authenticateEnabled, type WithClientEndpoint } from '../../clients/http/client-endpoint.ts'
import { readDpopKey } from '../../ground/dpop/check-dpop-proof.ts'
import { logGrantRevoked, logTokensIssued } from '../../ground/events.ts'
import { allowAnyOrigin, CLIENT_ENDPOINT, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import { NO_PARAMETERS, type Posted, readOnce } from '../../ground/http/parameters.ts'
import { exchangeCode } from './exchange-code.ts'
import { exchangeDeviceCode } from './exchange-device-code.ts'
import { issueClientToken } from './issue-client-token.ts'
import { type AskedTokens, type IssuedTokens, ReplayError } from './new-tokens.ts'
import { refreshTokens } from './refresh-tokens.ts'

const URL_PATH = '/oauth/token/'

const schema = {
  ...CLIENT_ENDPOINT,
  operationId: 'token',
  summary: 'Exchange a code, a refresh token, a device code or client credentials',
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
    const { dpop: proof } = request.headers
    const exchange = EXCHANGES[readGrantType(client, values['grant_type'])]
    const jkt = await readDpopKey(dependencies, client, { proof, method: 'POST', path: URL_PATH })
    const { response, ...ids } = await exchange(dependencies, client, { values, resources, jkt })
    dependencies.clients.noteUse(client.clientId)
    logTokensIssued(request, { ...ids, clientId: client.clientId, grantType: values['grant_type'] })
    if (response.token_type === 'DPoP') reply.header('dpop-nonce', dependencies.dpopNonces.current(dependencies.now()))
    return reply.send(response)
  })
}

type Exchange = (dependencies: WithClientEndpoint, client: Client, asked: AskedTokens) => Promise<IssuedTokens>

const EXCHANGES: Readonly<Record<GrantType, Exchange>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  [DEVICE_CODE_GRANT]: exchangeDeviceCode,
  client_credentials: issueClientToken,
}

function readGrantType(client: Client, text: string): GrantType {
  const grantType = GRANT_TYPES.find((name) => name === text)
  if (!grantType) {
    throw new OAuthError('unsupported_grant_type', `grant_type must be one of: ${GRANT_TYPES.join(', ')}.`)
  }
  requireGrantType(client, grantType)
  return grantType
}
