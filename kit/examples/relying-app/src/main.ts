/** A complete app with sign-in: `ISSUER=… CLIENT_ID=… CLIENT_SECRET=… CLAIMS_KEY_FILE=… node src/main.ts`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createCountersign, keepClaimsKey, SignInError } from '@countersign/sdk'
import { contentSecurityPolicy, failedPage, personPage, welcomePage } from './pages.ts'
import {
  changePerson,
  endSession,
  findSession,
  newSession,
  type Session,
  takeAttempt,
  withAttempt,
} from './sessions.ts'

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

const countersign = createCountersign({
  issuer: ISSUER,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  redirectUri: `${APP_URL}/callback`,
  scopes: ['openid', 'email', 'profile', 'phone'],
  // Trusted issuers of the credentials that it is registered to request.
  credentialIssuers:
    UNIVERSITY === undefined ? [] : [{ issuer: UNIVERSITY, types: [`${UNIVERSITY}/degree`], name: 'Demo University' }],
  // Users' devices seal claims for this key, so that only this app can read them.
  claimsDecryptionKey: (await keepClaimsKey(CLAIMS_KEY_FILE)).privateJwk,
})

const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void>> = {
  'GET /': showHome,
  'GET /sign-in': beginSignIn,
  'GET /callback': finishSignIn,
  'POST /sign-out': signOut,
  'POST /events': fetchChanges,
}

function showHome(request: IncomingMessage, response: ServerResponse): void {
  const { person } = findSession(request)
  sendPage(response, 200, person ? personPage(person) : welcomePage(UNIVERSITY))
}

async function beginSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url, flow } = await countersign.beginSignIn()
  goOn(url, withAttempt(findSession(request), flow), { request, response })
}

async function finishSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const flow = takeAttempt(request)
  try {
    const person = await countersign.finishSignIn(request.url ?? '', flow)
    // A new session id, against session fixation.
    return goOn('/', { ...findSession(request), person }, { request, response })
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return sendPage(response, error.code === 'access_denied' ? 200 : 400, failedPage(error.code))
  }
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** Replaces the browser's session under a new id, and redirects. */
function goOn(to: string, session: Session, { request, response }: Exchange): void {
  endSession(request)
  redirect(response, to, newSession(session))
}

function signOut(request: IncomingMessage, response: ServerResponse): void {
  endSession(request)
  redirect(response, '/', '')
}

/** Called by Countersign: a user changed what they keep up to date here. */
async function fetchChanges(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { subject } = await countersign.readEvent(await text(request))
  await changePerson(subject, async (person) => {
    const { tokens, data } = await countersign.refresh(person.tokens.refreshToken ?? '', person)
    return { ...person, tokens, ...data }
  })
  response.writeHead(202).end()
}

function redirect(response: ServerResponse, location: string, sessionId: string): void {
  const expiry = sessionId === '' ? '; Max-Age=0' : ''
  const cookie = `demo_session=${sessionId}; HttpOnly; SameSite=Lax; Path=/${expiry}`
  response.writeHead(303, { location, 'set-cookie': cookie, 'cache-control': 'no-store' }).end()
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy,
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
    if (error instanceof SignInError)
      return sendPage(response, error.advice === 'begin_again' ? 400 : 502, failedPage(error.code))
    console.error(error)
    sendPage(response, 500, failedPage('bug'))
  }
}

createServer((request, response) => void answer(request, response)).listen(Number(PORT), HOST, () => {
  console.log(`The demo app is at ${APP_URL}`)
})
