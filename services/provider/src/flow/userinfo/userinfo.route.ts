import { OAuthErrorBody, UserinfoRequest, UserinfoResponse } from '@countersign/contracts'
import type { Api } from '@countersign/service/http'
import type { FastifyRequest } from 'fastify'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import type { WithDpop } from '../../ground/dpop/check-dpop-proof.ts'
import { logUserinfoRefused } from '../../ground/events.ts'
import { missingToken, readAccessToken } from '../../ground/http/bearer-token.ts'
import { allowAnyOrigin, asOAuthEndpoint, documentedOnly } from '../../ground/http/oauth-endpoint.ts'
import type { Posted } from '../../ground/http/parameters.ts'
import type { WithKeys } from '../../ground/parts.ts'
import { readUserinfo } from './userinfo.ts'

const URL_PATH = '/oauth/userinfo'

const schema = {
  summary: 'Get userinfo (OpenID Connect Core §5.3)',
  tags: ['openid'],
  security: [{ accessToken: [] }],
  response: { 200: UserinfoResponse, 403: OAuthErrorBody },
}

/** GET and POST /oauth/userinfo (OpenID Connect Core §5.3.1). */
export function mountUserinfo(app: Api, dependencies: WithDpop & WithKeys & WithScopes & WithClients): void {
  allowAnyOrigin(app)
  asOAuthEndpoint(app, { onRefusal: logUserinfoRefused })

  const posted = { consumes: ['application/x-www-form-urlencoded'], body: UserinfoRequest }
  const byPost = { ...schema, operationId: 'readUserinfoByPost', ...posted }
  app.get<Posted>(URL_PATH, { schema: { ...schema, operationId: 'readUserinfo' } }, answerUserinfo)
  app.post<Posted>(URL_PATH, { ...documentedOnly, schema: byPost }, answerUserinfo)

  async function answerUserinfo(request: FastifyRequest<Posted>) {
    const presented = readAccessToken(request)
    if (!presented) throw missingToken()
    const { method, headers } = request
    return readUserinfo(dependencies, { presented, proof: headers['dpop'], method, path: URL_PATH })
  }
}
