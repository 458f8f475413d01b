import { createHash, randomBytes } from 'node:crypto'
import { AuthorizationCode } from 'simple-oauth2'
import { readUserinfo, serve } from './serve.mjs'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } = process.env
const client = new AuthorizationCode({
  client: { id: CLIENT_ID, secret: CLIENT_SECRET },
  auth: { tokenHost: ISSUER, tokenPath: '/oauth/token/', authorizePath: '/oauth/authorize' },
})

serve({
  signIn(session) {
    session.state = randomBytes(32).toString('base64url')
    session.verifier = randomBytes(32).toString('base64url')
    return client.authorizeURL({
      redirect_uri: REDIRECT_URI,
      scope: 'openid email profile',
      state: session.state,
      code_challenge: createHash('sha256').update(session.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
  },
  async callback({ searchParams }, { state, verifier }) {
    if (searchParams.get('state') !== state) throw new Error('another state')
    const fields = { code: searchParams.get('code'), redirect_uri: REDIRECT_URI, code_verifier: verifier }
    const { token } = await client.getToken(fields)
    return readUserinfo(token.access_token)
  },
})
