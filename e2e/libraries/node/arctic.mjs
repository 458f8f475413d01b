import * as arctic from 'arctic'
import { readUserinfo, serve } from './serve.mjs'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env
const client = new arctic.OAuth2Client(CLIENT_ID, CLIENT_SECRET, REDIRECT_URI)

serve({
  signIn(session) {
    session.state = arctic.generateState()
    session.verifier = arctic.generateCodeVerifier()
    return client.createAuthorizationURLWithPKCE(
      `${ISSUER}/oauth/authorize`,
      session.state,
      arctic.CodeChallengeMethod.S256,
      session.verifier,
      ['openid', 'email', 'profile'],
    )
  },
  async callback({ searchParams }, { state, verifier }) {
    if (searchParams.get('state') !== state) throw new Error('another state')
    const tokens = await client.validateAuthorizationCode(`${ISSUER}/oauth/token/`, searchParams.get('code'), verifier)
    return readUserinfo(tokens.accessToken())
  },
})
