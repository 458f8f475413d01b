/** An Express app with sign-in: `node --env-file=.env src/main.ts`; `countersign dev --app` writes `.env`. */
import { type CompletedSignIn, createCountersign, keepClaimsKey, SignInError } from '@countersign/sdk'
import { countersign } from '@countersign/sdk/express'
import express from 'express'
import session from 'express-session'
import { homePage, personPage } from './pages.ts'

declare module 'express-session' {
  interface SessionData {
    person: Pick<CompletedSignIn, 'subject' | 'claims' | 'tokens'>
  }
}

const { CLAIMS_KEY_FILE = 'claims-key.json', COOKIE_SECRET = '', SESSION_SECRET = '', PORT = '3000' } = process.env

const settings = {
  issuer: process.env['ISSUER'],
  clientId: process.env['CLIENT_ID'],
  clientSecret: process.env['CLIENT_SECRET'],
  redirectUri: process.env['REDIRECT_URI'],
  scopes: ['openid', 'email', 'profile'],
  // Users' devices seal claims for this key, so that only this app can read them.
  claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
}

const app = express()
app.use(
  session({
    name: 'express-example',
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    // Behind a proxy that ends TLS: app.set('trust proxy', 1).
    cookie: { sameSite: 'lax', secure: 'auto' },
  }),
)
app.use(
  countersign({
    ...settings,
    cookieSecret: COOKIE_SECRET,
    onSignIn: async ({ subject, claims, tokens }, request) => {
      // A new session id, against session fixation.
      await inSession((done) => request.session.regenerate(done))
      request.session.person = { subject, claims, tokens }
    },
    onSignOut: (request) => inSession((done) => request.session.destroy(done)),
  }),
)

app.get('/', (request, response) => {
  const { person } = request.session
  response.send(person ? personPage(person) : homePage)
})

const client = createCountersign(settings)

app.post('/refresh', async (request, response) => {
  const { person } = request.session
  if (!person?.tokens.refreshToken) return response.redirect(303, '/sign-in')
  try {
    const { tokens } = await client.refresh(person.tokens.refreshToken)
    request.session.person = { ...person, tokens }
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    // The approval has ended, for example because the user revoked it.
    if (error.advice === 'begin_again') delete request.session.person
  }
  return response.redirect(303, '/')
})

async function inSession(change: (done: (error: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    change((error) => (error ? reject(error instanceof Error ? error : new Error('The session is lost.')) : resolve()))
  })
}

app.listen(Number(PORT), 'localhost', () => console.log(`The Express example is at http://localhost:${PORT}`))
