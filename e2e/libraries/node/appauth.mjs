import { registerHooks } from 'node:module'
import { readUserinfo, serve } from './serve.mjs'

// Its files name one another without ".js", which only bundlers resolve.
registerHooks({
  resolve(specifier, context, next) {
    const isWithoutEnding = specifier.startsWith('.') && context.parentURL?.includes('/@openid/appauth/')
    return next(isWithoutEnding && !specifier.endsWith('.js') ? `${specifier}.js` : specifier, context)
  },
})
const appauth = await import('@openid/appauth')
const { NodeCrypto } = await import('@openid/appauth/built/src/node_support/crypto_utils.js')
const { NodeRequestor } = await import('@openid/appauth/built/src/node_support/node_requestor.js')

const { ISSUER, CLIENT_ID, REDIRECT_URI } = process.env
const app = { client_id: CLIENT_ID, redirect_uri: REDIRECT_URI }
const requestor = new NodeRequestor()
const server = await appauth.AuthorizationServiceConfiguration.fetchFromIssuer(ISSUER, requestor)
const handler = new appauth.AuthorizationRequestHandler(new appauth.BasicQueryStringUtils(), new NodeCrypto())

serve({
  async signIn(session) {
    const fields = { ...app, scope: 'openid email profile', response_type: 'code' }
    session.request = new appauth.AuthorizationRequest(fields, new NodeCrypto(), true)
    await session.request.setupCodeVerifier()
    return handler.buildRequestUrl(server, session.request)
  },
  async callback({ searchParams }, { request }) {
    if (searchParams.get('state') !== request.state) throw new Error('another state')
    const extras = { code_verifier: request.internal.code_verifier }
    const fields = { ...app, grant_type: 'authorization_code', code: searchParams.get('code'), extras }
    const tokens = new appauth.BaseTokenRequestHandler(requestor)
    const { accessToken } = await tokens.performTokenRequest(server, new appauth.TokenRequest(fields))
    return readUserinfo(accessToken)
  },
})
