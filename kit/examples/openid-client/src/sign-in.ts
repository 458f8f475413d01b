/** Sign-in by openid-client, for any framework on Node: begin, keep `pending` in the session, finish. */
import * as oidc from 'openid-client'
import { openDataToken } from './open-data-token.ts'

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', REDIRECT_URI = '' } = process.env

// http is for your own machine.
const options = ISSUER.startsWith('http://localhost:') ? { execute: [oidc.allowInsecureRequests] } : {}
const config = await oidc.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options)

export type Pending = { readonly verifier: string; readonly state: string; readonly nonce: string }

/** Keep `pending` in the person's session under its `state`, one for each tab, and redirect them to `url`. */
export async function beginSignIn(): Promise<{ url: URL; pending: Pending }> {
  const pending = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid email profile',
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
  })
  return { url, pending }
}

/** Remove the `pending` of the callback's `state` from the session first: it works once. Then begin a session under a new id. */
export async function finishSignIn(callbackUrl: URL, { verifier, state, nonce }: Pending) {
  const tokens = await oidc.authorizationCodeGrant(config, callbackUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const subject = tokens.claims()?.sub ?? ''
  const { data_token: dataToken } = tokens
  if (typeof dataToken !== 'string') throw new Error('The provider sent no data token.')
  return { subject, claims: await openDataToken(dataToken, subject) }
}
