import express from 'express'
import openid from 'express-openid-connect'
import { greet } from './serve.mjs'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT } = process.env
const app = express()
app.use(
  openid.auth({
    issuerBaseURL: ISSUER,
    baseURL: new URL(REDIRECT_URI).origin,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    secret: 'for tests: 32 characters or more',
    authRequired: false,
    authorizationParams: { response_type: 'code', scope: 'openid email profile' },
    routes: { login: '/sign-in', callback: '/callback' },
  }),
)
app.get('/', async ({ oidc }, response) => {
  response.type('text').send(greet(oidc.isAuthenticated() ? await oidc.fetchUserInfo() : undefined))
})
app.listen(Number(PORT), 'localhost')
