import { challengeOf, type SignInFlow } from './flow.ts'
import type { CountersignSettings } from './settings.ts'

export type SignInOptions = {
  /** In place of those of the settings. */
  readonly scopes?: readonly string[] | undefined
  /**
   * What the person is to be asked, whatever they were asked before (OpenID Connect Core §3.1.2.1): to sign in anew, to see
   * the whole request, or to make an account; `none`: nobody may be asked anything, which is for `openid` alone.
   */
  readonly prompt?: 'login' | 'consent' | 'create' | 'none' | undefined
}

/** Where to send the browser (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export function authorizationUrl(
  { issuer, clientId, redirectUri }: CountersignSettings,
  { state, codeVerifier }: SignInFlow,
  { scopes = [], prompt }: SignInOptions,
): string {
  const url = new URL(`${issuer}/oauth/authorize`)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: challengeOf(codeVerifier),
    code_challenge_method: 'S256',
    ...(prompt !== undefined && { prompt }),
  }).toString()
  return url.href
}
