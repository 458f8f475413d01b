import { keepClaimsKey } from '@countersign/sdk'
import { countersign } from '@countersign/sdk/hono'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CLAIMS_KEY_FILE, COOKIE_SECRET } = process.env

/** Sessions by the id in the cookie: in memory here, in your app in its database. */
const people = new Map()
const SESSION = { httpOnly: true, sameSite: 'Lax', secure: REDIRECT_URI.startsWith('https:'), path: '/' }

const app = new Hono()
app.use(
  countersign({
    issuer: ISSUER,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: REDIRECT_URI,
    scopes: ['openid', 'email', 'profile'],
    claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
    cookieSecret: COOKIE_SECRET,
    onSignIn: ({ subject, claims }, context) => {
      people.delete(getCookie(context, 'session'))
      // A new id, against session fixation.
      const id = crypto.randomUUID()
      people.set(id, { subject, claims })
      setCookie(context, 'session', id, SESSION)
    },
    onSignOut: (context) => void people.delete(deleteCookie(context, 'session', SESSION)),
  }),
)

app.get('/', (context) => {
  const person = people.get(getCookie(context, 'session'))
  if (!person) return context.html('<h1>Welcome</h1><a href="/sign-in">Sign in with Countersign</a>')
  const name = person.claims.name ?? person.claims.email ?? 'there'
  return context.html(
    html`<h1>Hello ${name}</h1><form method="post" action="/sign-out"><button>Sign out</button></form>`,
  )
})

export default app
