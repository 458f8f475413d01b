import { keepClaimsKey } from '@countersign/sdk'
import { countersign } from '@countersign/sdk/express'
import express from 'express'
import session from 'express-session'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CLAIMS_KEY_FILE, COOKIE_SECRET, SESSION_SECRET, PORT } =
  process.env

const app = express()
app.use(
  session({
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax', secure: 'auto' },
  }),
)
// A failure of the session store must fail the sign-in.
const inSession = (change) => new Promise((resolve, reject) => change((error) => (error ? reject(error) : resolve())))
app.use(
  countersign({
    issuer: ISSUER,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: REDIRECT_URI,
    scopes: ['openid', 'email', 'profile'],
    claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
    cookieSecret: COOKIE_SECRET,
    onSignIn: async ({ subject, claims }, request) => {
      // A new session id, against session fixation.
      await inSession((done) => request.session.regenerate(done))
      request.session.person = { subject, claims }
    },
    onSignOut: (request) => inSession((done) => request.session.destroy(done)),
  }),
)

app.get('/', (request, response) => {
  const { person } = request.session
  if (!person) return response.send('<h1>Welcome</h1><a href="/sign-in">Sign in with Countersign</a>')
  const name = escape(person.claims.name ?? person.claims.email ?? 'there')
  return response.send(`<h1>Hello ${name}</h1><form method="post" action="/sign-out"><button>Sign out</button></form>`)
})
const escape = (text) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

app.listen(PORT ?? 3000, 'localhost', () => console.log(`http://localhost:${PORT ?? 3000}`))
