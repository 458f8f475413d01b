/** A complete app with sign-in: `ISSUER=… CLIENT_ID=… CLIENT_SECRET=… CLAIMS_KEY_FILE=… node src/main.ts`. */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type CompletedSignIn, createCountersign, keepClaimsKey, SignInError, type SignInFlow } from '@countersign/sdk'
import { contentSecurityPolicy, failedPage, personPage, welcomePage } from './pages.ts'
import { createPlayground, type Exchange } from './playground/playground.ts'
import { beginTrial, noteRefusal, noteSuccess, type Trial } from './playground/trial.ts'

const {
  ISSUER = 'http://localhost:8080',
  CLIENT_ID = '',
  CLIENT_SECRET,
  CLAIMS_KEY_FILE = 'claims-key.json',
  PORT = '8090',
  HOST = 'localhost',
  APP_URL = `http://localhost:${PORT}`,
  UNIVERSITY,
} = process.env

const registered = {
  issuer: ISSUER,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri: `${APP_URL}/callback`,
}
const countersign = createCountersign({
  ...registered,
  scopes: ['openid', 'email', 'profile', 'phone'],
  // Trusted issuers of the credentials that it is registered to request.
  credentialIssuers:
    UNIVERSITY === undefined ? [] : [{ issuer: UNIVERSITY, types: [`${UNIVERSITY}/degree`], name: 'Demo University' }],
  // Users' devices seal claims for this key, so that only this app can read them.
  claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
})

/** The session of one browser: a sign-in in progress or a user, and the playground's state. */
type Session = { readonly flow?: SignInFlow; readonly person?: CompletedSignIn; readonly trial?: Trial }

const sessions = new Map<string, Session>()
const MAX_SESSIONS = 10_000

const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void>> = {
  'GET /': showHome,
  'GET /sign-in': beginSignIn,
  'GET /callback': finishSignIn,
  'POST /sign-out': signOut,
  ...createPlayground({ ...registered, countersign, findSession, goOn, sendPage }),
}

function showHome(request: IncomingMessage, response: ServerResponse): void {
  const { person, trial } = findSession(request) ?? {}
  sendPage(response, 200, person ? personPage(person, trial?.checks) : welcomePage(UNIVERSITY))
}

async function beginSignIn(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url, flow } = await countersign.beginSignIn()
  redirect(response, url, newSession({ flow, trial: beginTrial(url) }))
}

async function finishSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { flow, trial } = findSession(request) ?? {}
  const callbackUrl = request.url ?? ''
  const seen = flow && { ...registered, callbackUrl, flow }
  endSession(request)
  try {
    // A new session id, against session fixation.
    const person = await countersign.finishSignIn(callbackUrl, flow)
    const shown = trial && seen && noteSuccess(trial, { ...seen, person })
    return redirect(
      response,
      trial?.isFromPlayground ? '/playground' : '/',
      newSession({ person, ...(shown && { trial: shown }) }),
    )
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    if (trial?.isFromPlayground && seen) {
      return redirect(response, '/playground', newSession({ trial: noteRefusal(trial, { ...seen, error }) }))
    }
    return sendPage(response, error.code === 'access_denied' ? 200 : 400, failedPage(error.code))
  }
}

/** Replaces the browser's session under a new id, and redirects. */
function goOn(to: string, session: Session, { request, response }: Exchange): void {
  endSession(request)
  redirect(response, to, newSession(session))
}

function signOut(request: IncomingMessage, response: ServerResponse): void {
  endSession(request)
  redirect(response, '/', '')
}

/** In memory, under a random id that only this browser's cookie holds. */
function newSession(session: Session): string {
  const [oldest] = sessions.keys()
  if (oldest !== undefined && sessions.size >= MAX_SESSIONS) sessions.delete(oldest)
  const id = randomBytes(32).toString('base64url')
  sessions.set(id, session)
  return id
}

function findSession(request: IncomingMessage): Session | undefined {
  return sessions.get(sessionIdOf(request))
}

function endSession(request: IncomingMessage): void {
  sessions.delete(sessionIdOf(request))
}

function sessionIdOf({ headers }: IncomingMessage): string {
  return /(?:^|; )demo_session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''
}

function redirect(response: ServerResponse, location: string, sessionId: string): void {
  const expiry = sessionId === '' ? '; Max-Age=0' : ''
  const cookie = `demo_session=${sessionId}; HttpOnly; SameSite=Lax; Path=/${expiry}`
  response.writeHead(303, { location, 'set-cookie': cookie, 'cache-control': 'no-store' }).end()
}

function sendPage(response: ServerResponse, status: number, html: string, policy = contentSecurityPolicy): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(html)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const route = routes[`${request.method ?? ''} ${pathname}`]
    await (route ? route(request, response) : sendPage(response, 404, failedPage('not_found')))
  } catch (error) {
    if (error instanceof SignInError) return sendPage(response, 502, failedPage(error.code))
    console.error(error)
    sendPage(response, 500, failedPage('bug'))
  }
}

createServer((request, response) => void answer(request, response)).listen(Number(PORT), HOST, () => {
  console.log(`The demo app is at ${APP_URL}`)
})
