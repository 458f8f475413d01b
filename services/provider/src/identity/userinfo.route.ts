import { OAuthErrorBody, UserinfoRequest, UserinfoResponse } from '@countersign/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { CHALLENGE, readAccessToken } from '../http/bearer-token.ts'
import { allowAnyOrigin, answerPreflight } from '../http/cors.ts'
import { refuseOtherMethods } from '../http/method-not-allowed.ts'
import { answerRefusals } from '../http/oauth-refusals.ts'
import type { Parameters } from '../http/parameters.ts'
import { readUserinfo } from './userinfo.ts'

const URL_PATH = '/oauth/userinfo'

const schema = {
  summary: 'Read who the person is, and what they approved (OpenID Connect Core §5.3)',
  tags: ['openid'],
  security: [{ accessToken: [] }],
  response: {
    200: UserinfoResponse,
    400: OAuthErrorBody,
    401: OAuthErrorBody,
    403: OAuthErrorBody,
    503: OAuthErrorBody,
  },
}

type UserinfoCall = { Body: Parameters | undefined }

/** GET and POST /oauth/userinfo: an app asks with an access token (OpenID Connect Core §5.3.1). */
export async function userinfoRoute(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  allowAnyOrigin(app)
  answerPreflight(app, URL_PATH, 'GET, POST')
  refuseOtherMethods(app, URL_PATH, ['GET', 'POST', 'OPTIONS'])
  answerRefusals(app, 'userinfo', dependencies)

  app.get<UserinfoCall>(
    URL_PATH,
    { exposeHeadRoute: false, schema: { ...schema, operationId: 'readUserinfo' } },
    answerUserinfo,
  )
  app.post<UserinfoCall>(
    URL_PATH,
    {
      // The schema documents the body; the rules read the parameters, because a repeated one is theirs to refuse.
      validatorCompiler: () => () => true,
      schema: {
        ...schema,
        operationId: 'readUserinfoByPost',
        consumes: ['application/x-www-form-urlencoded'],
        body: UserinfoRequest,
      },
    },
    answerUserinfo,
  )

  async function answerUserinfo(request: FastifyRequest<UserinfoCall>, reply: FastifyReply) {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    // A page of another origin may read why it was refused.
    reply.header('access-control-expose-headers', 'www-authenticate')
    const presented = readAccessToken(request)
    if (!presented) return reply.code(401).headers(CHALLENGE).send()
    const { method, headers } = request
    return readUserinfo(dependencies, { presented, proof: headers['dpop'], method, path: URL_PATH })
  }
}
