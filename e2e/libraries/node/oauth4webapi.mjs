import * as oauth from 'oauth4webapi'
import { serve } from './serve.mjs'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env
const http = { [oauth.allowInsecureRequests]: true }
const issuer = new URL(ISSUER)
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, http))
const client = { client_id: CLIENT_ID }

serve({
  async signIn(session) {
    session.verifier = oauth.generateRandomCodeVerifier()
    session.state = oauth.generateRandomState()
    session.nonce = oauth.generateRandomNonce()
    const parameters = {
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: await oauth.calculatePKCECodeChallenge(session.verifier),
      code_challenge_method: 'S256',
      state: session.state,
      nonce: session.nonce,
    }
    return `${server.authorization_endpoint}?${new URLSearchParams(parameters)}`
  },
  async callback(url, { verifier, state, nonce }) {
    const parameters = oauth.validateAuthResponse(server, client, url, state)
    const secret = oauth.ClientSecretPost(CLIENT_SECRET)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret,
      parameters,
      REDIRECT_URI,
      verifier,
      http,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, { expectedNonce: nonce })
    const { sub } = oauth.getValidatedIdTokenClaims(tokens)
    const userinfo = await oauth.userInfoRequest(server, client, tokens.access_token, http)
    return oauth.processUserInfoResponse(server, client, sub, userinfo)
  },
})
