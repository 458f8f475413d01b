import { serve } from '@hono/node-server'
import { getAuth, initOidcAuthMiddleware, oidcAuthMiddleware } from '@hono/oidc-auth'
import { Hono } from 'hono'
import { greet } from './serve.mjs'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, PORT } = process.env
const app = new Hono()
app.use(
  initOidcAuthMiddleware({
    OIDC_ISSUER: ISSUER,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_REDIRECT_URI: REDIRECT_URI,
    OIDC_AUTH_SECRET: 'for tests: 32 characters or more',
  }),
)
// The session holds `sub` and `email` of the id_token, unless told otherwise.
app.use(async (context, next) => {
  context.set('oidcClaimsHook', async (session, claims) => ({ ...session, ...claims }))
  await next()
})
app.use('/sign-in', oidcAuthMiddleware())
app.use('/callback', oidcAuthMiddleware())
app.get('/sign-in', (context) => context.redirect('/'))
app.get('/', async (context) => context.text(greet((await getAuth(context)) ?? undefined)))
serve({ fetch: app.fetch, port: Number(PORT), hostname: 'localhost' })
