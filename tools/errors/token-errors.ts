import { AUTHORIZE, type ErrorCauses, PAR, REGISTER, START_AGAIN, TOKEN, USERINFO } from './error-causes.ts'

/** Errors of tokens, their keys and registration. */
export const TOKEN_ERRORS = {
  invalid_grant: {
    where: TOKEN,
    causes: [
      ['The code is unknown, has expired after ten minutes, or is another app’s.', START_AGAIN],
      [
        'The code was used before. All that came of its first use was revoked with it (RFC 6749 §4.1.2).',
        'Exchange each code once: a page that is loaded again must not do it again. Then start anew.',
      ],
      [
        'The `code_verifier` does not answer the `code_challenge`.',
        'Keep the verifier of each request with its `state`, so that two tabs do not take one another’s.',
      ],
      ['The `redirect_uri` differs from the one of the authorization request.', 'Send the same one in both.'],
      [
        'The refresh token is unknown, has expired, or its grant was revoked: by the person, by the app, or because it ended.',
        START_AGAIN,
      ],
      [
        'The account of the person is suspended by the operator. Nothing is lost: code and refresh token work again once it is not.',
        'Tell the person whom the description names. Keep the refresh token, and try it again when they come back.',
      ],
      [
        'The refresh token was used before, and its successor too: somebody has a copy, so the grant was revoked (RFC 9700 §4.14.2).',
        'Store the new refresh token in place of the old one, where all your servers find it.',
      ],
      ['The token is bound to another key (DPoP).', 'Prove the key that the code or token was issued for.'],
    ],
  },
  invalid_token: {
    where: `${USERINFO} (401), ${TOKEN} (400), ${REGISTER} (401)`,
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
        'At the token endpoint: the data token of the code has expired, five minutes after the approval.',
        `Exchange the code as soon as the person is back. ${START_AGAIN}`,
      ],
      [
        'At registration: the token that lets an app in is unknown or used up.',
        'Ask whoever runs the service for another.',
      ],
    ],
  },
  authorization_pending: {
    where: TOKEN,
    causes: [
      [
        'The person has not answered the request of the device yet (RFC 8628 §3.5).',
        'Ask again after `interval` seconds, and show the code for so long.',
      ],
    ],
  },
  expired_token: {
    where: TOKEN,
    causes: [
      ['Nobody answered the request of the device in time (RFC 8628 §3.5).', 'Begin anew once somebody asks for it.'],
    ],
  },
  invalid_target: {
    where: `${AUTHORIZE}, ${PAR}, ${TOKEN}`,
    causes: [
      [
        'The `resource` is not registered here.',
        'Send it as its operator registered it; `protected_resources` in the metadata lists all.',
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
    where: USERINFO,
    causes: [
      [
        'The access token was issued without the scope that is needed, which `scope` in the header names.',
        'Ask for it.',
      ],
    ],
  },
  unsupported_token_type: {
    where: '`/oauth/revoke`',
    causes: [
      ['What was sent is neither an access nor a refresh token.', 'Revoke the refresh token: that ends all of it.'],
    ],
  },
  unsupported_grant_type: {
    where: TOKEN,
    causes: [['`grant_type` is none that is known here.', '`grant_types_supported` in the metadata lists them.']],
  },
  invalid_redirect_uri: {
    where: REGISTER,
    causes: [
      [
        'A redirect URI is missing or not allowed.',
        'Use https, http to a loopback address, or a private-use scheme with a dot.',
      ],
    ],
  },
  invalid_client_metadata: {
    where: REGISTER,
    causes: [['Something of the registration breaks a rule, which `error_description` says.', 'Change that.']],
  },
  invalid_dpop_proof: {
    where: `${PAR}, ${TOKEN}, ${USERINFO}`,
    causes: [
      [
        'The proof is missing, late, used before, or of another method, address or token.',
        'Make one for each request (RFC 9449 §4.2), and look at the clock.',
      ],
    ],
  },
  use_dpop_nonce: {
    where: `${PAR}, ${TOKEN}`,
    causes: [
      [
        'The proof lacks the nonce of this server.',
        'Send it again with the nonce of the `DPoP-Nonce` header; libraries do it by themselves.',
      ],
    ],
  },
} as const satisfies Readonly<Record<string, ErrorCauses>>
