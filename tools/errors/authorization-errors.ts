import { AUTHORIZE, type ErrorCauses, PAR, START_AGAIN, TOKEN } from './error-causes.ts'

/** Errors of authorization requests and of the app itself. */
export const AUTHORIZATION_ERRORS = {
  invalid_request: {
    where: 'everywhere',
    causes: [
      ['A parameter is missing, malformed or sent twice; `error_description` names it.', 'Send it once, as it says.'],
      [
        '`code_challenge is missing`: the app sent no PKCE challenge.',
        'Make a `code_verifier` of 43 characters for each request, and send `code_challenge` with `code_challenge_method=S256`.',
      ],
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
    where: `${AUTHORIZE}, ${PAR}, ${TOKEN}, \`/oauth/introspect\`, \`/oauth/revoke\``,
    causes: [
      ['The `client_id` is unknown here.', 'Compare it with `countersign clients list`: each service has its own.'],
      [
        'The secret is wrong, or was replaced and its overlap is over.',
        'Make a new one: `countersign clients rotate-secret CLIENT_ID`. It is shown once.',
      ],
      [
        'The app sent no secret, or one that it does not have, for how it is registered (`token_endpoint_auth_method`).',
        'Compare with `countersign clients show CLIENT_ID`; a library often has a setting of that name.',
      ],
      [
        'An assertion (`private_key_jwt`) is late, was used before, or is signed by another key.',
        'Make one for each request with a new `jti`, `aud` set to the issuer, and at most a minute of life; look at both clocks.',
      ],
    ],
  },
  redirect_uri_mismatch: {
    where: `${AUTHORIZE} (a page for the person, never a redirect), ${TOKEN}`,
    causes: [
      [
        'The `redirect_uri` is not registered, character by character: scheme, host, port, path and slash.',
        'Compare what the app sends with `countersign clients show CLIENT_ID`. Only the port of `http://127.0.0.1` and `http://[::1]` is free, and of `http://localhost` for a public client.',
      ],
    ],
  },
  unauthorized_client: {
    where: `${AUTHORIZE}, ${PAR}, ${TOKEN}`,
    causes: [
      [
        'Whoever runs the service has disabled the app.',
        'Ask them why; `countersign clients enable CLIENT_ID` ends it.',
      ],
      ['The app is not registered for what it does.', 'Have its registration changed.'],
    ],
  },
  unsupported_response_type: {
    where: 'back at the app',
    causes: [['`response_type` is not `code`.', 'Use the code flow: no other is safe (RFC 9700 §2.1.2).']],
  },
  invalid_scope: {
    where: `back at the app, ${PAR}, ${TOKEN}`,
    causes: [
      [
        'A scope is unknown, or the app is not registered for it, and `openid` is not asked for: beside `openid` such a scope is ignored.',
        'Compare with `countersign clients show CLIENT_ID`. `scopes_supported` in the metadata leaves out the scopes of APIs.',
      ],
      [
        '`scope` is missing, and the app has no default ones.',
        'Name one or more, separated by spaces; `offline_access` alone is none.',
      ],
      ['At a refresh: more was asked for than the person granted.', 'Leave `scope` out, or name fewer.'],
    ],
  },
  access_denied: {
    where: 'back at the app',
    causes: [['The person said no, or approved nothing.', 'Say so, and let them try again when they want to.']],
  },
  request_expired: {
    where: 'back at the app, or a page for the person',
    causes: [['Nobody answered the request in time (`REQUEST_LIFETIME`), or it was answered before.', START_AGAIN]],
  },
  request_not_supported: {
    where: `back at the app, ${PAR}; ${AUTHORIZE} without a redirect_uri beside it`,
    causes: [['The app sent a request object (`request`).', 'Push the request instead: `/oauth/par`.']],
  },
  request_uri_not_supported: {
    where: `back at the app; ${AUTHORIZE} without a redirect_uri beside it`,
    causes: [['The `request_uri` is no address of a pushed request.', 'Push the request: `/oauth/par`.']],
  },
  invalid_request_uri: {
    where: AUTHORIZE,
    causes: [
      [
        'The pushed request has expired (`PAR_LIFETIME`), was answered, or is another app’s.',
        'Push it again, once for each sign-in.',
      ],
    ],
  },
  registration_not_supported: {
    where: 'back at the app',
    causes: [['The app sent a `registration` parameter.', 'Register the app first.']],
  },
  login_required: {
    where: 'back at the app, after `prompt=none`',
    causes: [
      [
        'Nobody is signed in on this device, or not as recently or as whom the app asks for.',
        'Ask without `prompt=none`.',
      ],
    ],
  },
  consent_required: {
    where: 'back at the app, after `prompt=none`',
    causes: [['The person has not approved the app, or no longer does.', 'Ask without `prompt=none`.']],
  },
  interaction_required: {
    where: 'back at the app, after `prompt=none`',
    causes: [
      [
        'What is asked for needs the person: everything but `openid` stands in a vault that only they open.',
        'Ask without `prompt=none`.',
      ],
    ],
  },
  slow_down: {
    where: 'everywhere (429)',
    causes: [
      [
        'Too many requests, or too many failures, of one app or one network.',
        'Wait for `Retry-After`; then look at what fails.',
      ],
    ],
  },
  temporarily_unavailable: {
    where: 'everywhere (503)',
    causes: [
      ['The service cannot answer at the moment.', 'Try again after `Retry-After`, and keep the tokens that you have.'],
    ],
  },
  server_error: {
    where: 'everywhere (500)',
    causes: [
      [
        'A bug on the side of the service.',
        'Tell whoever runs it, with the time and the `x-request-id` of the answer.',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, ErrorCauses>>
