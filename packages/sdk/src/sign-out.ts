import type { App } from './app.ts'
import { SignInError } from './errors.ts'
import { verifyToken } from './id-token.ts'

export type SignOutOptions = {
  /** That of the sign-in: somebody else who is signed in at the provider is told so, and may stay. All are asked. */
  readonly idToken?: string | undefined
  /** Where the browser goes afterwards: a post-logout redirect URI that the app registered. */
  readonly returnTo?: string | undefined
  /** Comes back with the browser. */
  readonly state?: string | undefined
}

/** Whom the provider has signed out: the person everywhere, or one session of theirs, the `sid` of its id_token. */
export type SignedOut = {
  readonly subject: string | undefined
  readonly sessionId: string | undefined
  /** When that was, which may be a day ago: who has signed in to your app since stays (`toe`, RFC 8417 §2.2). */
  readonly endedAt?: Date | undefined
}

const CODE = 'invalid_logout_token'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Where to send the browser to sign the person out at the provider (OpenID Connect RP-Initiated Logout 1.0 §2).
 * @throws SignInError
 */
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

/**
 * Reads what the provider posts to `backchannel_logout_uri` (OpenID Connect Back-Channel Logout 1.0 §2.6).
 * @throws SignInError
 */
export async function readLogoutToken(app: App, logoutToken: string): Promise<SignedOut> {
  const { sub, sid, events, nonce, jti, toe } = await verifyToken(app, logoutToken, {
    code: CODE,
    types: ['logout+jwt'],
  })
  const isLogout = typeof events === 'object' && events !== null && EVENT in events
  const [subject, sessionId] = [sub, sid].map((each) => (typeof each === 'string' && each !== '' ? each : undefined))
  // With a nonce it would be an id_token, which anybody may have who was told who somebody is.
  if (isLogout && nonce === undefined && jti !== undefined && (subject ?? sessionId) !== undefined) {
    return { subject, sessionId, endedAt: typeof toe === 'number' ? new Date(toe * 1000) : undefined }
  }
  throw new SignInError(CODE, 'This is no logout token.')
}
