import type { App } from './app.ts'
import { type Form, postToEndpoint, refusalIn } from './endpoint.ts'
import { SignInError } from './errors.ts'
import { challengeOf, type SignInFlow } from './flow.ts'

export type SignInOptions = {
  /** Replaces the scopes of the settings. */
  readonly scopes?: readonly string[] | undefined
  /**
   * OpenID Connect Core §3.1.2.1. `login`: sign in again; `consent`: show the whole request again; `create`: sign up;
   * `none`: show nothing, which works with the scope `openid` alone.
   */
  readonly prompt?: 'login' | 'consent' | 'create' | 'none' | undefined
  /** The API that the access token is for (RFC 8707 §2); replaces `resource` of the settings. */
  readonly resource?: string | undefined
  /** The login name that the user typed in your app, to prefill it (OpenID Connect Core §3.1.2.1). */
  readonly loginHint?: string | undefined
  /** The sign-ins that you take (RFC 9470 §4): `phr` is by passkey. Any other one fails. */
  readonly acrValues?: readonly string[] | undefined
  /** How long ago the user may have signed in. An older sign-in fails. */
  readonly maxAgeSeconds?: number | undefined
  /** Single claims beside the scopes, in place of a whole scope (OpenID Connect Core §5.5). */
  readonly claims?: ClaimsRequest | undefined
}

type IndividualClaims = Readonly<
  Record<string, { readonly essential?: boolean; readonly value?: string; readonly values?: readonly string[] } | null>
>

export type ClaimsRequest = { readonly userinfo?: IndividualClaims; readonly id_token?: IndividualClaims }

/** For the browser (RFC 6749 §4.1.1, RFC 7636 §4.3), or to a pushed request (RFC 9126 §4). @throws SignInError */
export async function authorizationUrl(app: App, flow: SignInFlow, options: SignInOptions): Promise<string> {
  const { settings } = app
  const server = await app.findServer()
  const request = await describeRequest(app, flow, options)
  const isPushed = settings.pushed ?? server.require_pushed_authorization_requests === true
  const sent = isPushed ? await pushRequest(app, request) : request
  const url = new URL(server.authorization_endpoint)
  for (const [name, value] of Object.entries(sent)) url.searchParams.set(name, value)
  return url.href
}

async function describeRequest(
  { settings, dpop }: App,
  { state, nonce, codeVerifier }: SignInFlow,
  { scopes = [], prompt, resource = settings.resource, loginHint, acrValues, maxAgeSeconds, claims }: SignInOptions,
): Promise<Form> {
  const { clientId, redirectUri } = settings
  // Another server of the app may get the callback, and has no key that this process made for itself.
  const thumbprint = settings.dpop === true ? undefined : (await dpop)?.thumbprint
  return {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await challengeOf(codeVerifier),
    code_challenge_method: 'S256',
    ...(nonce !== undefined && { nonce }),
    ...(prompt !== undefined && { prompt }),
    ...(resource !== undefined && { resource }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
    ...(acrValues?.length && { acr_values: acrValues.join(' ') }),
    ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
    ...(claims && { claims: JSON.stringify(claims) }),
    ...(thumbprint !== undefined && { dpop_jkt: thumbprint }),
  }
}

async function pushRequest(app: App, request: Form): Promise<Form> {
  const { pushed_authorization_request_endpoint: url } = await app.findServer()
  if (url === undefined)
    throw new SignInError('unsupported', 'The provider takes no pushed requests: leave `pushed` out.')
  const answer = await postToEndpoint(app, url, request)
  const { request_uri: requestUri } = answer.json
  if (answer.status !== 201 || typeof requestUri !== 'string') throw await refusalIn(answer)
  return { client_id: app.settings.clientId, request_uri: requestUri }
}
