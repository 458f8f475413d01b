import { keepClaimsKey } from '@countersign/sdk'
import { countersign } from '@countersign/sdk/express'
import { ownServers } from '@countersign/sdk/own-server'
import express from 'express'
import session from 'express-session'

const { ORIGIN = 'http://localhost:3000', CLAIMS_KEY_FILE = 'claims-key.json' } = process.env
const { CLIENT_KEY, COOKIE_SECRET, SESSION_SECRET, PORT = '3000' } = process.env

/** By issuer and subject: each server chooses its own subjects, and may choose another server's. */
const visits = new Map()
const keyOf = ({ issuer, subject }) => JSON.stringify([issuer, subject])

const app = express()
app.use(
  session({
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { sameSite: 'lax', secure: 'auto' },
  }),
)
const inSession = (change) => new Promise((resolve, reject) => change((error) => (error ? reject(error) : resolve())))
app.use(
  countersign(
    ownServers({
      clientId: `${ORIGIN}/client.json`,
      clientName: 'Notes',
      redirectUri: `${ORIGIN}/callback`,
      scopes: ['openid', 'email', 'profile'],
      clientKey: CLIENT_KEY,
      claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
      allowLoopback: ORIGIN.startsWith('http://localhost:'),
      cookieSecret: COOKIE_SECRET,
      onSignIn: async ({ person, claims }, request) => {
        // A new session id, against session fixation.
        await inSession((done) => request.session.regenerate(done))
        request.session.signedIn = { person, name: claims.name ?? 'there' }
      },
      onSignOut: (request) => inSession((done) => request.session.destroy(done)),
    }),
  ),
)

app.get('/', (request, response) => {
  const { signedIn } = request.session
  if (!signedIn) return response.send(SIGN_IN)
  const { person, name } = signedIn
  const count = (visits.get(keyOf(person)) ?? 0) + 1
  visits.set(keyOf(person), count)
  return response.send(`<h1>Hello ${escape(name)}</h1>
<p>By ${escape(new URL(person.issuer).host)}. Visits: ${count}.</p>
<form method="post" action="/sign-out"><button>Sign out</button></form>`)
})
const SIGN_IN = `<h1>Welcome</h1>
<form method="post" action="/sign-in">
  <label>Your address <input name="address" required autocapitalize="none" spellcheck="false"></label>
  <button>Sign in</button>
  <p>As in ada@home.example, or home.example: any Countersign.</p>
</form>`
const escape = (text) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

app.listen(PORT, 'localhost', () => console.log(ORIGIN))
