import type { App } from './app.ts'
import { SignInError } from './errors.ts'
import { verifyToken } from './id-token.ts'

export type SignOutOptions = {
  /** From the sign-in: names the user to sign out. The provider always asks, and warns if another user is signed in there. */
  readonly idToken?: string | undefined
  /** A registered post-logout redirect URI for the browser. */
  readonly returnTo?: string | undefined
  /** Returned with the browser. */
  readonly state?: string | undefined
}

/** Sessions that the provider has ended: all of the user's, or the one with this `sid` in its id_token. */
export type SignedOut = {
  readonly subject: string | undefined
  readonly sessionId: string | undefined
  /** When it happened (`toe`, RFC 8417 §2.2), up to a day ago: keep sessions that began later. */
  readonly endedAt?: Date | undefined
}

const CODE = 'invalid_logout_token'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** OpenID Connect RP-Initiated Logout 1.0 §2. @throws SignInError */
export async function signOutUrl(
  { settings: { clientId }, findServer }: App,
  { idToken, returnTo, state }: SignOutOptions,
): Promise<string> {
  const { end_session_endpoint: endpoint } = await findServer()
  if (endpoint === undefined) throw new SignInError('unsupported', 'The provider offers no sign-out to apps.')
  const parameters = { client_id: clientId, id_token_hint: idToken, post_logout_redirect_uri: returnTo, state }
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** OpenID Connect Back-Channel Logout 1.0 §2.6. @throws SignInError */
export async function readLogoutToken(app: App, logoutToken: string): Promise<SignedOut> {
  const { sub, sid, events, nonce, jti, toe } = await verifyToken(app, logoutToken, {
    code: CODE,
    types: ['logout+jwt'],
  })
  const isLogout = typeof events === 'object' && events !== null && EVENT in events
  const [subject, sessionId] = [sub, sid].map((each) => (typeof each === 'string' && each !== '' ? each : undefined))
  // A nonce marks an id_token, which other parties may hold.
  if (isLogout && nonce === undefined && jti !== undefined && (subject ?? sessionId) !== undefined) {
    return { subject, sessionId, endedAt: typeof toe === 'number' ? new Date(toe * 1000) : undefined }
  }
  throw new SignInError(CODE, 'This is no logout token.')
}
