/** Remedies for outcomes of the audit trail and for error codes that came back to the app. */
const ADVICE: Readonly<Record<string, string>> = {
  invalid_request:
    'A parameter is missing or malformed: error_description names it. Often it is PKCE; send code_challenge.',
  redirect_uri_mismatch: 'Register the redirect URI that the app sends, character by character, under Description.',
  invalid_scope:
    'The app asks for a scope that it is not registered for: add it under Scopes & texts, or ask for less.',
  unsupported_response_type: 'Use response_type=code: there is no other flow here.',
  unauthorized_client: 'The app is disabled, or is not registered for this grant type.',
  invalid_client: 'Check the client id and the secret in the app’s settings.',
  'invalid_client: unknown_client': 'The client id is unknown here: each service has its own.',
  'invalid_client: missing_client': 'Send the client id, in the body or by HTTP Basic.',
  'invalid_client: wrong_method': 'Send the secret as the app is registered (token_endpoint_auth_method).',
  'invalid_client: wrong_secret': 'The secret is wrong or has ended: make a new one under Secrets & keys.',
  'invalid_client: malformed_proof':
    'Send the credentials once, well formed: HTTP Basic wants id and secret URL-encoded.',
  'invalid_client: wrong_assertion': 'Sign the assertion with a registered key, with aud set to the issuer.',
  'invalid_client: expired_assertion': 'Make a new assertion for each request, and compare both clocks.',
  'invalid_client: used_assertion': 'Make a new assertion with its own jti for each request.',
  invalid_grant:
    'Redeem each code once and within ten minutes, with its own code_verifier and redirect URI; keep the newest refresh token.',
  invalid_token: 'Redeem the code as soon as the person is back; refresh expired access tokens.',
  unsupported_grant_type: 'Use authorization_code or refresh_token, or what the app is registered for.',
  invalid_target: 'The resource is not registered here: add it under Resource servers, or send its exact address.',
  invalid_dpop_proof: 'Make a new proof for each request, for its method and address, and compare both clocks.',
  use_dpop_nonce: 'Repeat the request with the nonce of the answer: libraries do that by themselves.',
  invalid_request_uri: 'Use each request_uri once, within a minute of the push.',
  request_not_supported: 'Send parameters, not a request object: push them by PAR to protect them.',
  request_uri_not_supported: 'Only the request_uri of a pushed request is taken.',
  request_expired: 'The person took too long: let them start again.',
  access_denied: 'The person said no, or approved nothing. Let them try again when they want to.',
  login_required: 'Normal for prompt=none: send the person again without it.',
  consent_required: 'Normal for prompt=none: the person has not approved this yet; send them again without it.',
  interaction_required: 'prompt=none answers openid alone: send the person again without it.',
  temporarily_unavailable: 'Try again shortly; if it stays, look at Health.',
  server_error: 'A bug or an outage on our side: look at the log at this time.',
  code_replayed:
    'A code was redeemed twice, so its tokens ended: redeem it once, also when the callback is loaded again.',
  refresh_token_reused:
    'An old refresh token was used, so the grant ended: store the newest where all your servers find it.',
  rate_limited: 'Too many failures from one network: mend the failures above first.',
  logout_token_given_up: 'The app’s back-channel logout address does not answer with 200: check it.',
}

/** One sentence; undefined for an outcome without one. */
export function adviceFor(outcome: string, event = ''): string | undefined {
  const [code = ''] = outcome.split(':')
  return ADVICE[outcome] ?? ADVICE[code] ?? ADVICE[event]
}
