import { createApp } from './app.ts'
import { authorizationUrl, type SignInOptions } from './authorization-request.ts'
import { createDataTokenReader } from './data-token.ts'
import { postToEndpoint, refusalIn, requestTokens } from './endpoint.ts'
import { SignInError } from './errors.ts'
import type { TokenRequest } from './fetch-with-token.ts'
import { checkFlow, newFlow, readCallback, type SignInFlow } from './flow.ts'
import { checkIdToken } from './id-token.ts'
import type { CompletedSignIn, RefreshedTokens, VerifiedClaims } from './results.ts'
import { type CountersignSettings, checkSettings } from './settings.ts'
import type { SignedOut, SignOutOptions } from './sign-out.ts'

export type Countersign = {
  /**
   * Returns where to send the browser, and what to keep in its session until it returns.
   * @throws SignInError
   */
  beginSignIn(options?: SignInOptions): Promise<{ readonly url: string; readonly flow: SignInFlow }>
  /**
   * Ends a sign-in: checks the callback, trades the code for tokens and verifies the data token. `callbackUrl` may be
   * the path with its query, as `request.url` has it; `flow` is what the session kept, if it kept any. Forget the flow
   * whatever the outcome.
   * @throws SignInError
   */
  finishSignIn(callbackUrl: string | URL | undefined, flow: SignInFlow | undefined): Promise<CompletedSignIn>
  /**
   * Trades a refresh token for new tokens; the old one ends with the first use of the new.
   * @throws SignInError
   */
  refresh(refreshToken: string): Promise<RefreshedTokens>
  /**
   * Gives back what the person allowed: ends the access or refresh token, and every other of the same approval (RFC 7009).
   * @throws SignInError
   */
  revoke(token: string): Promise<void>
  /**
   * Verifies a data token that was made for this app, for one person if `subject` is given.
   * @throws SignInError
   */
  readClaims(dataToken: string, expected?: { readonly subject?: string | undefined }): Promise<VerifiedClaims>
  /**
   * Returns where to send the browser so that the person is signed out at the provider too. Where your app has signed them
   * in, it ends its own session itself, first.
   * @throws SignInError
   */
  signOutUrl(options?: SignOutOptions): Promise<string>
  /**
   * Reads the logout token that the provider posts to your app's `backchannel_logout_uri`, as form field `logout_token`, and
   * says whose sessions to end: all of `subject`, or with a `sessionId` that one.
   * @throws SignInError
   */
  readLogoutToken(logoutToken: string): Promise<SignedOut>
  /**
   * Asks an API with an access token; with a proof of your key where tokens are bound to one (RFC 9449 §7). A redirect is
   * handed back and not followed.
   */
  fetch(url: string | URL, init: TokenRequest): Promise<Response>
}

const DEFAULT_SCOPES = ['openid']

/**
 * Sign-in for one registered app at one provider. Make one when your server starts.
 * @throws TypeError for settings that cannot work
 */
export function createCountersign(given: CountersignSettings): Countersign {
  const settings = checkSettings(given)
  const app = createApp(settings)
  const dataTokens = createDataTokenReader(app)
  return {
    beginSignIn: async ({ scopes = settings.scopes ?? DEFAULT_SCOPES, ...options } = {}) => {
      await dataTokens.ready
      const flow = newFlow(scopes)
      return { url: await authorizationUrl(app, flow, { scopes, ...options }), flow }
    },

    finishSignIn: async (callbackUrl, kept) => {
      const flow = checkFlow(kept)
      const code = await readCallback(callbackUrl, flow, settings)
      const { dataToken, date, ...answer } = await requestTokens(app, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: settings.redirectUri,
        code_verifier: flow.codeVerifier,
      })
      if (dataToken === undefined) throw new SignInError('invalid_response', 'The provider sent no data token.')
      const verified = await dataTokens.read(dataToken).catch(async (error: unknown) => {
        throw (await import('./refusals.ts')).blameClock(error, date)
      })
      await checkIdToken(app, answer, { nonce: flow.nonce, subject: verified.subject })
      return { ...verified, ...answer, dataToken }
    },

    refresh: async (refreshToken) => {
      const grant = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const { tokens, scope } = await requestTokens(app, grant)
      return { tokens, scope }
    },

    revoke: async (token) => {
      const { revocation_endpoint: url } = await app.findServer()
      if (url === undefined) throw new SignInError('unsupported', 'The provider takes no tokens back.')
      const answer = await postToEndpoint(app, url, { token })
      if (answer.status !== 200) throw await refusalIn(answer)
    },

    readClaims: async (dataToken, { subject } = {}) => {
      const verified = await dataTokens.read(dataToken)
      if (subject === undefined || subject === verified.subject) return verified
      throw new SignInError('wrong_subject', 'The data token is about another person.')
    },

    // What not every sign-in needs is loaded when it is first asked for.
    signOutUrl: async (options = {}) => (await import('./sign-out.ts')).signOutUrl(app, options),
    readLogoutToken: async (logoutToken) => (await import('./sign-out.ts')).readLogoutToken(app, logoutToken),
    fetch: async (url, init) => (await import('./fetch-with-token.ts')).fetchWithToken(app, new URL(url), init),
  }
}
