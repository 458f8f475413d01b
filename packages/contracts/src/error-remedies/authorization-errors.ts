import { type ErrorRemedies, RECORDED } from './recorded-refusals.ts'

const NO_REQUEST_OBJECT = {
  sdk: 'never sends it; `pushed: true` pushes the request',
  python: 'leave the parameter out of `authorize_redirect(…)`',
  third: 'Spring: leave it out of the `OAuth2AuthorizationRequest` customizer',
}

const NO_PROMPT = {
  sdk: '`error.code` is `person_needed`: `beginSignIn()` without `prompt`',
  python: '`authorize_redirect(request, redirect_uri)` without `prompt`',
  third: 'Go: `AuthCodeURL(…)` without the option `prompt`',
}

/** Errors of authorization requests and of the app itself. */
export const AUTHORIZATION_ERRORS = {
  invalid_request: {
    where: 'everywhere',
    because: 'the library sends no PKCE until it is told to.',
    sdk: 'always sends PKCE',
    python: '`client_kwargs={"code_challenge_method": "S256"}`',
    third: 'Spring: `setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce())`',
    causes: [
      [
        '`code_challenge is missing`: the app sent no PKCE challenge.',
        'Switch PKCE with S256 on in the library: for each request a `code_verifier` of 43 characters, and its `code_challenge`.',
      ],
      ['A parameter is missing, malformed or sent twice; `error_description` names it.', 'Send it once, as it says.'],
      [
        '`Push the request first`: the app, or this whole service, takes pushed requests alone (RFC 9126).',
        'Post the parameters to `/oauth/par`, and send only `client_id` and the `request_uri` of the answer.',
      ],
      ['The body is of a type that the endpoint does not take.', 'Send `application/x-www-form-urlencoded`.'],
      [
        'A bearer token was sent in the address, or in two places.',
        'Send it in the header alone: `Authorization: Bearer …`.',
      ],
    ],
  },
  invalid_client: {
    where: '`/oauth/authorize`, `/oauth/par`, `/oauth/token/`, `/oauth/introspect`, `/oauth/revoke`',
    because: 'the secret is of another installation or was rotated, or its environment variable is empty.',
    sdk: '`clientId`, `clientSecret`: as `countersign clients add` printed them',
    python:
      '`client_id`, `client_secret`; for an app without a secret `"token_endpoint_auth_method": "none"` in `client_kwargs`',
    third: 'Spring: `client-id`, `client-secret`; without a secret `client-authentication-method: none`',
    causes: [
      RECORDED['invalid_client: wrong_secret'],
      RECORDED['invalid_client: unknown_client'],
      RECORDED['invalid_client: missing_client'],
      RECORDED['invalid_client: wrong_method'],
      RECORDED['invalid_client: malformed_proof'],
      RECORDED['invalid_client: wrong_assertion'],
      RECORDED['invalid_client: expired_assertion'],
      RECORDED['invalid_client: used_assertion'],
    ],
  },
  redirect_uri_mismatch: {
    where: '`/oauth/authorize` (a page for the person, never a redirect), `/oauth/token/`',
    because:
      'the app builds its address from the request, and a proxy in front of it made https into http or changed the port.',
    sdk: '`redirectUri`: the registered one, as text',
    python: 'Django: `SECURE_PROXY_SSL_HEADER`; Flask: `ProxyFix`; or give the registered address as text',
    third: 'Spring: `server.forward-headers-strategy: framework`, or `redirect-uri` as text',
    causes: [
      [
        'The `redirect_uri` is not registered, character by character: scheme, host, port, path and slash.',
        'Register the redirect URI that the app sends: in the console, or by `countersign clients update CLIENT_ID --redirect-uri URI`. Only the port of `http://127.0.0.1` and `http://[::1]` is free, and of `http://localhost` for a public client.',
      ],
    ],
  },
  unauthorized_client: {
    where: '`/oauth/authorize`, `/oauth/par`, `/oauth/token/`',
    because: 'the app is not registered for the grant that it uses, such as `client_credentials`.',
    sdk: 'uses `authorization_code` and `refresh_token` only: ask whether the app is disabled',
    python: '`countersign clients update CLIENT_ID --grant-type …` names all that it uses',
    third: 'Spring, Go: the same command',
    causes: [
      ['The operator has disabled the app.', 'Ask them why; `countersign clients enable CLIENT_ID` ends it.'],
      ['The app is not registered for what it does.', 'Have its registration changed.'],
    ],
  },
  unsupported_response_type: {
    where: 'back at the app',
    because: 'the library asks for an `id_token` alone (the implicit flow) by default.',
    sdk: 'never sends another',
    python: 'no `response_type` in `client_kwargs`: `code` is its default',
    third: 'Spring: `authorization-grant-type: authorization_code`, its default',
    causes: [['`response_type` is not `code`.', 'Use the code flow: no other is safe (RFC 9700 §2.1.2).']],
  },
  invalid_scope: {
    where: 'back at the app, `/oauth/par`, `/oauth/token/`',
    because: 'the app asks for a scope that it is not registered for.',
    sdk: '`scopes`: those of `countersign clients show CLIENT_ID`',
    python: '`client_kwargs={"scope": "openid email"}`: the same',
    third: 'Spring: `scope: openid, email`; Go: `Scopes`: the same',
    causes: [
      [
        'A scope is unknown, or the app is not registered for it, and `openid` is not asked for: beside `openid` such a scope is ignored.',
        'Register the scope for the app: in the console, or by `countersign clients update CLIENT_ID` with a `--scope` for each one it may ask for. Or ask for less.',
      ],
      [
        '`scope` is missing, and the app has no default ones.',
        'Name one or more, separated by spaces; `offline_access` alone does not count.',
      ],
      ['At a refresh: more was asked for than the person granted.', 'Leave `scope` out, or name fewer.'],
    ],
  },
  access_denied: {
    where: 'back at the app',
    because: 'the person said no, which is no fault.',
    sdk: '`error.advice` is `respect`: `countersign.beginSignIn()` again, once they want to',
    python: 'catch `OAuthError`: `error.error == "access_denied"`',
    third: 'Go: `r.URL.Query().Get("error")` before `Exchange`; Spring: a `failureHandler`',
    causes: [['The person said no, or approved nothing.', 'Say so, and let them try again when they want to.']],
  },
  request_expired: {
    where: 'back at the app, or a page for the person',
    because: 'the consent page stayed open for too long (`REQUEST_LIFETIME`).',
    sdk: '`error.advice` is `begin_again`: `countersign.beginSignIn()` again, once they want to',
    python: 'catch `OAuthError`, and offer the way to `authorize_redirect` again',
    third: 'Spring: a `failureHandler` that leads back to `/oauth2/authorization/countersign`',
    causes: [
      [
        'The request was not answered in time (`REQUEST_LIFETIME`), or was answered before.',
        'Start a new authorization: send the person to the authorization endpoint again.',
      ],
    ],
  },
  request_not_supported: {
    where: 'back at the app, `/oauth/par`; `/oauth/authorize` without a redirect_uri beside it',
    because: 'a conformance test or a financial-grade profile sends a signed request.',
    ...NO_REQUEST_OBJECT,
    causes: [['The app sent a request object (`request`).', 'Push the request instead: `/oauth/par`.']],
  },
  request_uri_not_supported: {
    where: 'back at the app; `/oauth/authorize` without a redirect_uri beside it',
    because: 'the app sends the address of a request object of its own.',
    ...NO_REQUEST_OBJECT,
    causes: [['The `request_uri` is no address of a pushed request.', 'Push the request: `/oauth/par`.']],
  },
  invalid_request_uri: {
    where: '`/oauth/authorize`',
    because: 'the person went back in the browser to an address whose pushed request had expired.',
    sdk: '`beginSignIn()` for each sign-in pushes anew; never keep its `url`',
    python: 'pushes nothing by itself: push for each sign-in',
    third: 'Spring, Go: the same',
    causes: [
      [
        'The pushed request has expired (`PAR_LIFETIME`), was answered, or is another app’s.',
        'Push it again, once for each sign-in.',
      ],
    ],
  },
  registration_not_supported: {
    where: 'back at the app',
    because: 'the library registers within the request (OpenID Connect, self-issued).',
    sdk: 'never sends it',
    python: 'leave `registration` out of `authorize_redirect(…)`',
    third: 'Spring, Go: they never send it',
    causes: [['The app sent a `registration` parameter.', 'Register the app first.']],
  },
  login_required: {
    where: 'back at the app, after `prompt=none`',
    because: 'no one is signed in on this device.',
    ...NO_PROMPT,
    causes: [
      [
        'The user is not signed in on this device, or not recently enough, or is not the one that the app asks for.',
        'Ask without `prompt=none`.',
      ],
    ],
  },
  consent_required: {
    where: 'back at the app, after `prompt=none`',
    because: 'the person approved once only, or has taken the approval back.',
    ...NO_PROMPT,
    causes: [['The person has not approved the app, or no longer does.', 'Ask without `prompt=none`.']],
  },
  interaction_required: {
    where: 'back at the app, after `prompt=none`',
    because: 'more than `openid` is asked for, and that stands in a vault that only the person opens.',
    ...NO_PROMPT,
    causes: [
      [
        'The request needs the person: everything but `openid` is in a vault that only they open.',
        'Ask without `prompt=none`.',
      ],
    ],
  },
  unmet_authentication_requirements: {
    where: 'back at the app',
    because: 'the app asks for a sign-in by passkey, and the person has none.',
    sdk: '`error.providerError` says so: offer what a password may do, or say how to add a passkey',
    python: '`OAuthError.error` says so: begin again without `acr_values`, or say how to add a passkey',
    third: 'Spring, Go: likewise',
    causes: [
      ['The person has no passkey, and went back.', 'Begin again without `acr_values=phr`, or let them add a passkey.'],
      ['The essential `acr` of `claims` allows no sign-in by passkey.', 'Name `phr`, or leave `acr` out.'],
    ],
  },
  slow_down: {
    where: 'everywhere (429)',
    because: 'a loop asks again at once after a failure, or a device polls faster than its `interval`.',
    sdk: '`error.providerError` is `slow_down`: wait for `Retry-After`',
    python: 'wait for `response.headers["Retry-After"]`; a device adds five seconds to its `interval`',
    third: 'Go: `DeviceAccessToken` slows down by itself; else wait for `Retry-After` of `RetrieveError.Response`',
    causes: [RECORDED.rate_limited],
  },
  temporarily_unavailable: {
    where: 'everywhere (503)',
    because: 'the service restarts, or its database is away.',
    sdk: '`error.advice` is `try_later`: keep the tokens',
    python: 'on 503 wait for `Retry-After`; keep the tokens',
    third: 'Go: `RetrieveError.Response.StatusCode == 503`: the same',
    causes: [
      ['The service cannot answer at the moment.', 'Try again after `Retry-After`, and keep the tokens that you have.'],
    ],
  },
  server_error: {
    where: 'everywhere (500)',
    because: 'of a bug in the service.',
    sdk: '`error.advice` is `try_later`',
    python: 'log `x-request-id` of the answer',
    third: 'Spring, Go: the same',
    causes: [
      ['A bug on the side of the service.', 'Tell the operator, with the time and the `x-request-id` of the answer.'],
    ],
  },
} as const satisfies Readonly<Record<string, ErrorRemedies>>
