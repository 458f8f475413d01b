/** An Express app with Auth.js, by its configuration alone: `node --env-file=.env src/main.ts`. */
import { ExpressAuth, type ExpressAuthConfig, getSession } from '@auth/express'
import express from 'express'

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', AUTH_SECRET = '', PORT = '3000' } = process.env

const auth: ExpressAuthConfig = {
  secret: AUTH_SECRET,
  // Cookies and redirects use the Host header: a proxy must set it.
  trustHost: true,
  providers: [
    {
      id: 'countersign',
      name: 'Countersign',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorization: { params: { scope: 'openid email profile' } },
      checks: ['pkce', 'state', 'nonce'],
      // The id_token identifies the user; userinfo has the claims.
      idToken: false,
    },
  ],
  callbacks: {
    // Auth.js invents an id for each sign-in; the user's own is the provider's `sub`.
    jwt: ({ token, account }) => (account ? { ...token, sub: account.providerAccountId } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub ?? '' } }),
  },
}

const app = express()
app.use('/auth', ExpressAuth(auth))

app.get('/', async (request, response) => {
  const session = await getSession(request, auth)
  if (!session?.user) return response.send('<p><a href="/auth/signin">Sign in</a></p>')
  const { id, name, email } = session.user
  // Plain text, because a name may hold markup.
  return response.type('text').send(`Hello ${name ?? 'there'} <${email ?? 'no address'}>, known here as ${id}`)
})

app.listen(Number(PORT), 'localhost', () => console.log(`The example for Auth.js is at http://localhost:${PORT}`))
