import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'
import { greet } from './serve.mjs'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT } = process.env
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: `${ISSUER}/oauth/authorize`,
      tokenURL: `${ISSUER}/oauth/token/`,
      userInfoURL: `${ISSUER}/oauth/userinfo`,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: REDIRECT_URI,
      scope: ['email', 'profile'],
      // The id_token identifies the user; userinfo has the claims.
      skipUserProfile: false,
    },
    (_issuer, profile, done) => done(null, profile),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: 'for tests: 32 characters or more', resave: false, saveUninitialized: false }))
app.use(passport.session())
app.get('/sign-in', passport.authenticate('openidconnect'))
app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/' }))
app.get('/', ({ user }, response) => {
  const [email] = user?.emails ?? []
  response.type('text').send(greet(user && { sub: user.id, name: user.displayName, email: email?.value }))
})
app.listen(Number(PORT), 'localhost')
