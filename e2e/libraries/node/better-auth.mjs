import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { toNodeHandler } from 'better-auth/node'
// The settings of docs/guides/apps/libraries.md, with values.
import { countersign } from './better-auth.settings.mjs'
import { greet } from './serve.mjs'

const { REDIRECT_URI, PORT } = process.env
const auth = betterAuth({
  baseURL: new URL(REDIRECT_URI).origin,
  secret: 'for tests: 32 characters or more',
  telemetry: { enabled: false },
  plugins: [countersign],
})
const handle = toNodeHandler(auth)

async function answer(request, response) {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  if (request.url === '/sign-in') {
    const body = { provider: 'countersign', callbackURL: '/' }
    const begun = await auth.api.signInSocial({ body, headers, returnHeaders: true })
    const cookies = begun.headers.getSetCookie()
    return response.writeHead(302, { location: begun.response.url, 'set-cookie': cookies }).end()
  }
  if (request.url !== '/') return handle(request, response)
  const session = await auth.api.getSession({ headers })
  // Better Auth has ids of its own; the provider's stands with the account.
  const [account] = session ? await auth.api.listUserAccounts({ headers }) : []
  response.end(greet(session ? { ...session.user, sub: account?.accountId } : undefined))
}
createServer((request, response) => void answer(request, response)).listen(Number(PORT), 'localhost')
