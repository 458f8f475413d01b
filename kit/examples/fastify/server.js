import { keepClaimsKey } from '@countersign/sdk'
import { countersign } from '@countersign/sdk/fastify'
import cookie from '@fastify/cookie'
import session from '@fastify/session'
import fastify from 'fastify'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CLAIMS_KEY_FILE, COOKIE_SECRET, SESSION_SECRET, PORT } =
  process.env

const app = fastify()
await app.register(cookie)
await app.register(session, {
  secret: SESSION_SECRET,
  saveUninitialized: false,
  cookie: { secure: 'auto', sameSite: 'lax' },
})
await app.register(countersign, {
  issuer: ISSUER,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri: REDIRECT_URI,
  scopes: ['openid', 'email', 'profile'],
  claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
  cookieSecret: COOKIE_SECRET,
  onSignIn: async ({ subject, claims }, request) => {
    // A new session id, against session fixation.
    await request.session.regenerate()
    request.session.person = { subject, claims }
  },
  onSignOut: (request) => request.session.destroy(),
})

app.get('/', (request, reply) => {
  const { person } = request.session
  reply.type('text/html; charset=utf-8')
  if (!person) return '<h1>Welcome</h1><a href="/sign-in">Sign in with Countersign</a>'
  const name = escape(person.claims.name ?? person.claims.email ?? 'there')
  return `<h1>Hello ${name}</h1><form method="post" action="/sign-out"><button>Sign out</button></form>`
})
const escape = (text) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

await app.listen({ port: Number(PORT ?? 3000), host: 'localhost' })
console.log(`http://localhost:${PORT ?? 3000}`)
