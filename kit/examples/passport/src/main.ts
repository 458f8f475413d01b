/** An Express app with Passport, and the strategy of openid-client: `node --env-file=.env src/main.ts`. */
import express from 'express'
import session from 'express-session'
import * as oidc from 'openid-client'
import { Strategy, type VerifyFunction } from 'openid-client/passport'
import passport from 'passport'

type Person = { readonly id: string; readonly name: string | undefined; readonly email: string | undefined }

declare global {
  namespace Express {
    interface User extends Person {}
  }
}

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', REDIRECT_URI = '' } = process.env
const { SESSION_SECRET = '', PORT = '3000' } = process.env

// http is for your own machine.
const options = ISSUER.startsWith('http://localhost:') ? { execute: [oidc.allowInsecureRequests] } : {}
const config = await oidc.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options)

const strategy = new Strategy(
  { config, callbackURL: REDIRECT_URI, scope: 'openid email profile' },
  (tokens, done) => void verify(tokens, done),
)
passport.use('countersign', strategy)

/** The id_token identifies the user; userinfo has the claims. */
async function verify(...[tokens, done]: Parameters<VerifyFunction>): Promise<void> {
  try {
    const { sub } = tokens.claims() ?? {}
    if (sub === undefined) throw new Error('There is no id_token: ask for the scope openid.')
    const { name, email } = await oidc.fetchUserInfo(config, tokens.access_token, sub)
    done(null, { id: sub, name, email })
  } catch (error) {
    done(error)
  }
}

// An app with a database keeps only the id in the session.
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user: Person, done) => done(null, user))

const app = express()
// The app is reachable from this machine only, so its TLS proxy runs here too.
app.set('trust proxy', 'loopback')
const secure = new URL(REDIRECT_URI).protocol === 'https:'
app.use(
  session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax', secure } }),
  passport.session(),
)

app.get('/', ({ user }, response) => {
  if (!user) return response.send('<p><a href="/sign-in">Sign in</a></p>')
  // Plain text, because a name may hold markup.
  return response
    .type('text')
    .send(`Hello ${user.name ?? 'there'} <${user.email ?? 'no address'}>, known here as ${user.id}`)
})
app.get('/sign-in', passport.authenticate('countersign'))
app.get(
  new URL(REDIRECT_URI).pathname,
  passport.authenticate('countersign', { successRedirect: '/', failureRedirect: '/not-signed-in' }),
)
app.get('/not-signed-in', (_request, response) => response.send('<p>You are not signed in. <a href="/">Back</a></p>'))
app.post('/sign-out', (request, response, next) => {
  request.logout((error) => (error ? next(error) : response.redirect(303, '/')))
})

app.listen(Number(PORT), 'localhost', () => console.log(`The example for Passport is at http://localhost:${PORT}`))
