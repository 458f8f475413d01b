import type { OAuthErrorCode } from '@countersign/contracts'

/** The most common cause of a code, and its remedy in three stacks. */
type Fix = {
  /** Ends the sentence "Most often because …". */
  readonly because: string
  /** `@countersign/sdk` */
  readonly sdk: string
  /** Authlib */
  readonly python: string
  /** Spring, or Go's `golang.org/x/oauth2`; begins with which. */
  readonly third: string
}

const SEND_OFF = '`countersign.beginSignIn()` again, once they want to'
const NO_PROMPT = {
  sdk: '`error.code` is `person_needed`: `beginSignIn()` without `prompt`',
  python: '`authorize_redirect(request, redirect_uri)` without `prompt`',
  third: 'Go: `AuthCodeURL(…)` without the option `prompt`',
}
const NO_DEVICE_FLOW = 'has no device flow: in Node, `openid-client` has'
const REGISTERS_ITSELF = {
  sdk: 'does not register apps: see what you post to `/oauth/register`',
  python: 'does not register apps: the same',
  third: 'Spring, Go: they do not register apps: the same',
}
const NEEDS_NO_REQUEST_PARAMETER = {
  sdk: 'never sends it; `pushed: true` pushes the request',
  python: 'leave the parameter out of `authorize_redirect(…)`',
  third: 'Spring: leave it out of the `OAuth2AuthorizationRequest` customizer',
}

export const ERROR_FIXES: Readonly<Record<OAuthErrorCode, Fix>> = {
  invalid_request: {
    because: 'the library sends no PKCE until it is told to.',
    sdk: 'always sends PKCE',
    python: '`client_kwargs={"code_challenge_method": "S256"}`',
    third: 'Spring: `setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce())`',
  },
  invalid_client: {
    because: 'the secret is of another installation or was rotated, or its environment variable is empty.',
    sdk: '`clientId`, `clientSecret`: as `countersign clients add` printed them',
    python:
      '`client_id`, `client_secret`; for an app without a secret `"token_endpoint_auth_method": "none"` in `client_kwargs`',
    third: 'Spring: `client-id`, `client-secret`; without a secret `client-authentication-method: none`',
  },
  redirect_uri_mismatch: {
    because:
      'the app builds its address from the request, and a proxy in front of it made https into http or changed the port.',
    sdk: '`redirectUri`: the registered one, as text',
    python: 'Django: `SECURE_PROXY_SSL_HEADER`; Flask: `ProxyFix`; or give the registered address as text',
    third: 'Spring: `server.forward-headers-strategy: framework`, or `redirect-uri` as text',
  },
  invalid_grant: {
    because:
      'the code was exchanged twice: the page of the callback was loaded again, or a retry sent the request again.',
    sdk: 'delete `flow` from the session before `finishSignIn`, then redirect; never retry it',
    python: '`authorize_access_token` once, then `redirect`',
    third: 'Go: `Exchange` once, with `oauth2.VerifierOption(verifier)` of the same session, then redirect',
  },
  invalid_token: {
    because: 'an access token is used after it expired.',
    sdk: '`countersign.refresh(refreshToken)`, and keep both new tokens',
    python: '`oauth.register(…, update_token=save)`: it refreshes by itself',
    third: 'Go: call by `config.Client(ctx, token)`: it refreshes by itself; store its new token',
  },
  insufficient_scope: {
    because: 'the app read userinfo with a token that it got without `openid`.',
    sdk: "`scopes: ['openid', 'email']`; it reads the data token, not userinfo",
    python: '`client_kwargs={"scope": "openid email"}`',
    third: 'Spring: `scope: openid, email`',
  },
  unsupported_token_type: {
    because: 'the app revokes an id_token or a data token.',
    sdk: '`countersign.revoke(refreshToken)`',
    python: '`session.revoke_token(url, token=token["refresh_token"])`',
    third: 'Go: post `token.RefreshToken` to the `revocation_endpoint`',
  },
  unauthorized_client: {
    because: 'the app is not registered for the grant that it uses, such as `client_credentials`.',
    sdk: 'uses `authorization_code` and `refresh_token` only: ask whether the app is disabled',
    python: '`countersign clients update CLIENT_ID --grant-type …` names all that it uses',
    third: 'Spring, Go: the same command',
  },
  unsupported_grant_type: {
    because: 'the app asks for a password grant, which OAuth 2.1 has no more.',
    sdk: 'never sends another',
    python: '`fetch_token` without `username` and `password`',
    third: 'Go: `AuthCodeURL` and `Exchange` in place of `PasswordCredentialsToken`',
  },
  unsupported_response_type: {
    because: 'the library asks for an `id_token` alone (the implicit flow) by default.',
    sdk: 'never sends another',
    python: 'no `response_type` in `client_kwargs`: `code` is its default',
    third: 'Spring: `authorization-grant-type: authorization_code`, its default',
  },
  invalid_scope: {
    because: 'the app asks for a scope that it is not registered for.',
    sdk: '`scopes`: those of `countersign clients show CLIENT_ID`',
    python: '`client_kwargs={"scope": "openid email"}`: the same',
    third: 'Spring: `scope: openid, email`; Go: `Scopes`: the same',
  },
  invalid_target: {
    because: 'the `resource` is not the address under which the API is registered.',
    sdk: "`resource: 'https://api.example'`, and a scope of it in `scopes`",
    python: '`authorize_redirect(request, redirect_uri, resource="https://api.example")`',
    third: 'Go: `oauth2.SetAuthURLParam("resource", "https://api.example")`',
  },
  access_denied: {
    because: 'the person said no, which is no fault.',
    sdk: `\`error.advice\` is \`respect\`: ${SEND_OFF}`,
    python: 'catch `OAuthError`: `error.error == "access_denied"`',
    third: 'Go: `r.URL.Query().Get("error")` before `Exchange`; Spring: a `failureHandler`',
  },
  request_expired: {
    because: 'the consent page stayed open for longer than ten minutes.',
    sdk: `\`error.advice\` is \`begin_again\`: ${SEND_OFF}`,
    python: 'catch `OAuthError`, and offer the way to `authorize_redirect` again',
    third: 'Spring: a `failureHandler` that leads back to `/oauth2/authorization/countersign`',
  },
  request_not_supported: {
    because: 'a conformance test or a financial-grade profile sends a signed request.',
    ...NEEDS_NO_REQUEST_PARAMETER,
  },
  request_uri_not_supported: {
    because: 'the app sends the address of a request object of its own.',
    ...NEEDS_NO_REQUEST_PARAMETER,
  },
  invalid_request_uri: {
    because: 'the person went back in the browser to an address whose pushed request had expired, after a minute.',
    sdk: '`beginSignIn()` for each sign-in pushes anew; never keep its `url`',
    python: 'pushes nothing by itself: push for each sign-in',
    third: 'Spring, Go: the same',
  },
  registration_not_supported: {
    because: 'the library registers within the request (OpenID Connect, self-issued).',
    sdk: 'never sends it',
    python: 'leave `registration` out of `authorize_redirect(…)`',
    third: 'Spring, Go: they never send it',
  },
  invalid_redirect_uri: {
    because: 'the redirect URI is plain http of another host than this machine.',
    ...REGISTERS_ITSELF,
  },
  invalid_client_metadata: {
    because: 'the registration has a grant type, a scope or a method that this service lacks.',
    ...REGISTERS_ITSELF,
  },
  login_required: {
    because: 'no one is signed in on this device.',
    ...NO_PROMPT,
  },
  consent_required: { because: 'the person approved once only, or has taken the approval back.', ...NO_PROMPT },
  interaction_required: {
    because: 'more than `openid` is asked for, and that stands in a vault that only the person opens.',
    ...NO_PROMPT,
  },
  authorization_pending: {
    because: 'the person has not typed the code yet, which is no fault.',
    sdk: NO_DEVICE_FLOW,
    python: 'has no polling: `time.sleep(interval)`, then `fetch_token` again',
    third: 'Go: `config.DeviceAccessToken(ctx, response)` waits by itself',
  },
  expired_token: {
    because: 'the code was not typed within its `expires_in`.',
    sdk: NO_DEVICE_FLOW,
    python: 'ask `/oauth/device_authorization` for another code, once the person wants it',
    third: 'Go: `config.DeviceAuth(ctx)` again, once the person wants it',
  },
  slow_down: {
    because: 'a loop asks again at once after a failure, or a device polls faster than its `interval`.',
    sdk: '`error.providerError` is `slow_down`: wait for `Retry-After`',
    python: 'wait for `response.headers["Retry-After"]`; a device adds five seconds to its `interval`',
    third: 'Go: `DeviceAccessToken` slows down by itself; else wait for `Retry-After` of `RetrieveError.Response`',
  },
  invalid_dpop_proof: {
    because:
      'the clock of the app is wrong, or it reaches the service at another address than the issuer, which `htu` then names.',
    sdk: 'makes a proof for each request: set the clock',
    python: 'has no DPoP: `countersign clients update CLIENT_ID --no-dpop`',
    third: 'Go: has no DPoP: the same',
  },
  use_dpop_nonce: {
    because: 'it is the first request to this server, which is no fault.',
    sdk: 'sends it again by itself',
    python: 'has no DPoP',
    third: 'Go: has no DPoP',
  },
  temporarily_unavailable: {
    because: 'the service restarts, or its database is away.',
    sdk: '`error.advice` is `try_later`: keep the tokens',
    python: 'on 503 wait for `Retry-After`; keep the tokens',
    third: 'Go: `RetrieveError.Response.StatusCode == 503`: the same',
  },
  server_error: {
    because: 'of a bug in the service.',
    sdk: '`error.advice` is `try_later`',
    python: 'log `x-request-id` of the answer',
    third: 'Spring, Go: the same',
  },
}
