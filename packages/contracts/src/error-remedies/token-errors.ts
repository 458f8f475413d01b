import { type ErrorRemedies, RECORDED } from './recorded-refusals.ts'

const REGISTERS_ITSELF = {
  sdk: 'does not register apps: see what you post to `/oauth/register`',
  python: 'does not register apps: the same',
  third: 'Spring, Go: they do not register apps: the same',
}

/** Errors of tokens, their keys and registration. */
export const TOKEN_ERRORS = {
  invalid_grant: {
    where: '`/oauth/token/`',
    because:
      'the code was exchanged twice: the page of the callback was loaded again, or a retry sent the request again.',
    sdk: 'delete `flow` from the session before `finishSignIn`, then redirect; never retry it',
    python: '`authorize_access_token` once, then `redirect`',
    third: 'Go: `Exchange` once, with `oauth2.VerifierOption(verifier)` of the same session, then redirect',
    causes: [
      RECORDED.code_replayed,
      [
        'The code is unknown, has expired, or is another app’s.',
        'Exchange the code as soon as the person is back, at the app that asked. Then start a new authorization.',
      ],
      [
        'The `code_verifier` does not answer the `code_challenge`.',
        'Keep the verifier of each request with its `state`, so that two tabs do not take one another’s.',
      ],
      ['The `redirect_uri` differs from the one of the authorization request.', 'Send the same one in both.'],
      [
        'The refresh token is unknown, has expired, or its grant was revoked: by the person, by the app, or because it ended.',
        'Start a new authorization: send the person to the authorization endpoint again.',
      ],
      [
        'The account of the person is suspended by the operator. Nothing is lost: code and refresh token work again once it is not.',
        'Tell the person whom the description names. Keep the refresh token, and try it again when they come back.',
      ],
      RECORDED.refresh_token_reused,
      ['The token is bound to another key (DPoP).', 'Prove the key that the code or token was issued for.'],
    ],
  },
  invalid_token: {
    where: '`/oauth/userinfo` (401), `/oauth/token/` (400), `/oauth/register` (401)',
    because: 'an access token is used after it expired.',
    sdk: '`countersign.refresh(refreshToken)`, and keep both new tokens',
    python: '`oauth.register(…, update_token=save)`: it refreshes by itself',
    third: 'Go: call by `config.Client(ctx, token)`: it refreshes by itself; store its new token',
    causes: [
      [
        'The access token is unknown, expired or revoked.',
        'Refresh it; if that is refused, start a new authorization.',
      ],
      [
        'At userinfo: the access token is for an API.',
        'Refresh with this issuer as `resource`, to get one for userinfo.',
      ],
      [
        'The token is bound to a key and was sent as a bearer token, or the reverse.',
        'Send it by the `token_type` that it came with.',
      ],
      [
        'At the token endpoint: the data token of the code has expired.',
        'Exchange the code as soon as the person is back. Start a new authorization: send the person to the authorization endpoint again.',
      ],
      ['At registration: the token that lets an app in is unknown or used up.', 'Ask the operator for another.'],
    ],
  },
  authorization_pending: {
    where: '`/oauth/token/`',
    because: 'the person has not typed the code yet, which is no fault.',
    sdk: 'has no device flow: in Node, `openid-client` has',
    python: 'has no polling: `time.sleep(interval)`, then `fetch_token` again',
    third: 'Go: `config.DeviceAccessToken(ctx, response)` waits by itself',
    causes: [
      [
        'The person has not answered the request of the device yet (RFC 8628 §3.5).',
        'Ask again after `interval` seconds, and show the code for so long.',
      ],
    ],
  },
  expired_token: {
    where: '`/oauth/token/`',
    because: 'the code was not typed within its `expires_in`.',
    sdk: 'has no device flow: in Node, `openid-client` has',
    python: 'ask `/oauth/device_authorization` for another code, once the person wants it',
    third: 'Go: `config.DeviceAuth(ctx)` again, once the person wants it',
    causes: [
      ['The request of the device was not answered in time (RFC 8628 §3.5).', 'Begin anew once the person wants it.'],
    ],
  },
  invalid_target: {
    where: '`/oauth/authorize`, `/oauth/par`, `/oauth/token/`',
    because: 'the `resource` is not the address under which the API is registered.',
    sdk: "`resource: 'https://api.example'`, and a scope of it in `scopes`",
    python: '`authorize_redirect(request, redirect_uri, resource="https://api.example")`',
    third: 'Go: `oauth2.SetAuthURLParam("resource", "https://api.example")`',
    causes: [
      [
        'The `resource` is not registered here.',
        'Send it as its operator registered it (`protected_resources` in the metadata lists all), or have it registered: `countersign resources add`.',
      ],
      [
        'The app is registered for no scope of the `resource`, or none was approved.',
        'Register it for one: `countersign clients update CLIENT_ID --scope …`, or ask the person.',
      ],
      [
        'The scopes are of several resources, or several were named at the token endpoint.',
        'Name one with each token request: a token is for one API.',
      ],
    ],
  },
  insufficient_scope: {
    where: '`/oauth/userinfo`',
    because: 'the app read userinfo with a token that it got without `openid`.',
    sdk: "`scopes: ['openid', 'email']`; it reads the data token, not userinfo",
    python: '`client_kwargs={"scope": "openid email"}`',
    third: 'Spring: `scope: openid, email`',
    causes: [
      [
        'The access token was issued without the scope that is needed, which `scope` in the header names.',
        'Ask for it.',
      ],
    ],
  },
  unsupported_token_type: {
    where: '`/oauth/revoke`',
    because: 'the app revokes an id_token or a data token.',
    sdk: '`countersign.revoke(refreshToken)`',
    python: '`session.revoke_token(url, token=token["refresh_token"])`',
    third: 'Go: post `token.RefreshToken` to the `revocation_endpoint`',
    causes: [['The token is neither an access nor a refresh token.', 'Revoke the refresh token: that ends all of it.']],
  },
  unsupported_grant_type: {
    where: '`/oauth/token/`',
    because: 'the app asks for a password grant, which OAuth 2.1 has no more.',
    sdk: 'never sends another',
    python: '`fetch_token` without `username` and `password`',
    third: 'Go: `AuthCodeURL` and `Exchange` in place of `PasswordCredentialsToken`',
    causes: [['The `grant_type` is unknown here.', '`grant_types_supported` in the metadata lists them.']],
  },
  invalid_redirect_uri: {
    where: '`/oauth/register`',
    because: 'the redirect URI is plain http of another host than this machine.',
    ...REGISTERS_ITSELF,
    causes: [
      [
        'A redirect URI is missing or not allowed.',
        'Use https, http to a loopback address, or a private-use scheme with a dot.',
      ],
    ],
  },
  invalid_client_metadata: {
    where: '`/oauth/register`',
    because: 'the registration has a grant type, a scope or a method that this service lacks.',
    ...REGISTERS_ITSELF,
    causes: [['Something of the registration breaks a rule, which `error_description` says.', 'Change that.']],
  },
  invalid_dpop_proof: {
    where: '`/oauth/par`, `/oauth/token/`, `/oauth/userinfo`',
    because:
      'the clock of the app is wrong, or it reaches the service at another address than the issuer, which `htu` then names.',
    sdk: 'makes a proof for each request: set the clock',
    python: 'has no DPoP: `countersign clients update CLIENT_ID --no-dpop`',
    third: 'Go: has no DPoP: the same',
    causes: [
      [
        'The proof is missing, late, used before, or of another method, address or token.',
        'Make one for each request (RFC 9449 §4.2), and look at the clock.',
      ],
    ],
  },
  use_dpop_nonce: {
    where: '`/oauth/par`, `/oauth/token/`',
    because: 'it is the first request to this server, which is no fault.',
    sdk: 'sends it again by itself',
    python: 'has no DPoP',
    third: 'Go: has no DPoP',
    causes: [
      [
        'The proof lacks the nonce of this server.',
        'Send it again with the nonce of the `DPoP-Nonce` header; libraries do it by themselves.',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, ErrorRemedies>>
