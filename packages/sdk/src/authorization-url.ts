import { challengeOf, type SignInFlow } from './flow.ts'
import type { CountersignSettings } from './settings.ts'

/** Where to send the browser (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export function authorizationUrl(
  { issuer, clientId, redirectUri }: CountersignSettings,
  { state, codeVerifier }: SignInFlow,
  scopes: readonly string[],
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
  }).toString()
  return url.href
}
