import { verifyDataToken } from '@countersign/data-token/web'
import { type App, createApp } from './app.ts'
import { authorizationUrl, type SignInOptions } from './authorization-request.ts'
import type { CountersignSettings } from './checked-settings.ts'
import { createDataTokenReader, type DataTokenReader } from './data-token.ts'
import { postToEndpoint, refusalIn, requestTokens } from './endpoint.ts'
import { SignInError } from './errors.ts'
import type { DataChanged } from './events.ts'
import type { TokenRequest } from './fetch-with-token.ts'
import { checkFlow, newFlow, readCallback, type SignInFlow } from './flow.ts'
import { checkIdToken } from './id-token.ts'
import type { CompletedSignIn, RefreshedTokens, VerifiedClaims } from './results.ts'
import { checkSettings } from './settings.ts'
import type { SignedOut, SignOutOptions } from './sign-out.ts'

export type Countersign = {
  /** Returns the URL for the browser, and the flow to keep in its session until it returns. @throws SignInError */
  beginSignIn(options?: SignInOptions): Promise<{ readonly url: string; readonly flow: SignInFlow }>
  /**
   * Completes a sign-in: checks the callback, exchanges the code and verifies the data token. `callbackUrl` may be a path
   * with its query, such as `request.url`. `flow` is the one from the session, if any; delete it there even if this throws.
   * @throws SignInError
   */
  finishSignIn(callbackUrl: string | URL | undefined, flow: SignInFlow | undefined): Promise<CompletedSignIn>
  /**
   * Exchanges a refresh token for new tokens; the old one ends with the first use of the new. With the `dataState` of the
   * sign-in, or of the last `data`, it brings what the user has changed since. Store `data` before you use the new tokens:
   * until then the old refresh token brings it again.
   * @throws SignInError
   */
  refresh(refreshToken: string, kept?: { readonly dataState?: string | undefined }): Promise<RefreshedTokens>
  /** Revokes the access or refresh token and all others of the same approval (RFC 7009). @throws SignInError */
  revoke(token: string): Promise<void>
  /** Verifies a data token for this app, and for one user if `subject` is given. @throws SignInError */
  readClaims(dataToken: string, expected?: { readonly subject?: string | undefined }): Promise<VerifiedClaims>
  /** Signs the user out at the provider too. End your app's own session first. @throws SignInError */
  signOutUrl(options?: SignOutOptions): Promise<string>
  /**
   * Verifies the logout token that the provider posts to `backchannel_logout_uri` as form field `logout_token`. End all
   * sessions of `subject`, or with a `sessionId` that one.
   * @throws SignInError
   */
  readLogoutToken(logoutToken: string): Promise<SignedOut>
  /**
   * Verifies the security event token that the provider posts to `events_uri`. Refresh the tokens of this user to get what
   * they have changed.
   * @throws SignInError
   */
  readEvent(securityEventToken: string): Promise<DataChanged>
  /**
   * Calls an API with an access token, and with a DPoP proof where tokens are bound to a key (RFC 9449 §7). Returns a
   * redirect without following it.
   */
  fetch(url: string | URL, init: TokenRequest): Promise<Response>
}

const DEFAULT_SCOPES = ['openid']
const updates = () => import('./data-update.ts')

/** For one registered app. Make one when your server starts. @throws TypeError for settings that cannot work */
export function createCountersign(given: CountersignSettings): Countersign {
  const settings = checkSettings(given)
  const app = createApp(settings)
  const dataTokens = createDataTokenReader(app)
  return {
    beginSignIn: async ({ scopes = settings.scopes ?? DEFAULT_SCOPES, ...options } = {}) => {
      await dataTokens.ready
      const flow = newFlow(scopes, options)
      return { url: await authorizationUrl(app, flow, { scopes, ...options }), flow }
    },

    finishSignIn: async (callbackUrl, kept) => finishSignIn(app, dataTokens, { callbackUrl, kept }),

    refresh: async (refreshToken, { dataState } = {}) => {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const { tokens, scope, dataToken } = await requestTokens(app, grant)
      return { tokens, scope, ...(dataToken && (await (await updates()).takeUpdate(dataTokens, dataToken, dataState))) }
    },

    revoke: async (token) => {
      const { revocation_endpoint: url } = await app.findServer()
      if (url === undefined) throw new SignInError('unsupported', 'The provider takes no tokens back.')
      const answer = await postToEndpoint(app, url, { token })
      if (answer.status !== 200) throw await refusalIn(answer)
    },

    readClaims: async (dataToken, { subject } = {}) => {
      const { verified } = await dataTokens.read(dataToken, verifyDataToken)
      if (subject === undefined || subject === verified.subject) return verified
      throw new SignInError('wrong_subject', 'The data token is about another person.')
    },

    // Loaded on first use: not every sign-in needs them.
    signOutUrl: async (options = {}) => (await import('./sign-out.ts')).signOutUrl(app, options),
    readLogoutToken: async (logoutToken) => (await import('./sign-out.ts')).readLogoutToken(app, logoutToken),
    readEvent: async (token) => (await import('./events.ts')).readEvent(app, token),
    fetch: async (url, init) => (await import('./fetch-with-token.ts')).fetchWithToken(app, new URL(url), init),
  }
}

type Callback = { readonly callbackUrl: string | URL | undefined; readonly kept: SignInFlow | undefined }

async function finishSignIn(
  app: App,
  dataTokens: DataTokenReader,
  { callbackUrl, kept }: Callback,
): Promise<CompletedSignIn> {
  const flow = await checkFlow(kept)
  const code = await readCallback(callbackUrl, flow, app.settings)
  const { dataToken, date, ...answer } = await requestTokens(app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.settings.redirectUri,
    code_verifier: flow.codeVerifier,
  })
  if (dataToken === undefined) throw new SignInError('invalid_response', 'The provider sent no data token.')
  const { token, verified, updateSecret } = await dataTokens
    .read(dataToken, verifyDataToken)
    .catch(async (error: unknown) => {
      throw (await import('./refusals.ts')).blameClock(error, date)
    })
  await checkIdToken(app, answer, { nonce: flow.nonce, subject: verified.subject })
  if (flow.asked) (await import('./check-sign-in.ts')).checkSignIn(flow.asked, token)
  const dataState = updateSecret && (await updates()).newDataState(verified, updateSecret)
  const { acr, auth_time } = token
  return {
    ...verified,
    issuer: app.settings.issuer,
    ...answer,
    acr,
    authTime: auth_time ? new Date(auth_time * 1000) : undefined,
    dataToken,
    dataState,
  }
}
