/** Every event of the trail, in plain English. */
export const EVENT_TEXTS = {
  authorization_request_refused: 'Sign-in request refused',
  authorization_request_approved: 'Sign-in approved',
  authorization_request_approval_repeated: 'Sign-in approved again',
  authorization_request_denied: 'Sign-in denied by the person',
  decision_refused: 'Person’s answer refused',
  administration_refused: 'Administration refused',
  tokens_issued: 'Tokens issued',
  token_request_refused: 'Token request refused',
  introspection_refused: 'Introspection refused',
  revocation_refused: 'Revocation refused',
  grant_revoked: 'Access ended',
  grant_updated: 'Changed data sent by the person',
  person_erased: 'Account erased',
  account_sessions_ended: 'All sessions ended by an operator',
  account_suspended: 'Account suspended',
  account_unsuspended: 'Account unsuspended',
  account_deleted: 'Account deleted by an operator',
  invitation_created: 'Invitation made',
  invitation_removed: 'Invitation removed',
  client_registered: 'App registered',
  client_updated: 'App changed',
  client_removed: 'App deleted',
  client_disabled: 'App disabled',
  client_enabled: 'App enabled',
  client_secret_rotated: 'Client secret made',
  client_secret_removed: 'Client secret ended',
  test_sign_in_started: 'Test sign-in begun',
  test_sign_in_completed: 'Test sign-in finished',
  client_registration_refused: 'App registration refused',
  rate_limited: 'Rate limit reached',
  resource_server_added: 'Resource server added',
  resource_server_updated: 'Resource server changed',
  resource_server_removed: 'Resource server removed',
  scope_defined: 'Scope defined',
  scope_removed: 'Scope removed',
  claim_defined: 'Claim defined',
  claim_removed: 'Claim removed',
  initial_access_token_created: 'Registration token made',
  initial_access_token_removed: 'Registration token ended',
  keys_rotated: 'Signing keys renewed',
  logout_token_given_up: 'App not told of a sign-out',
  logout_token_taken: 'App told of a sign-out',
  data_changed_given_up: 'App not told of changed data',
  data_changed_taken: 'App told of changed data',
  key_removed: 'Signing key withdrawn',
  key_created: 'Signing key made',
} as const satisfies Readonly<Record<string, string>>

/** Outcomes that are the same for many events. */
const OUTCOME_TEXTS: Readonly<Record<string, string>> = {
  administrator: 'By an administrator',
  developer: 'By its developer',
  dynamic_registration: 'By the app itself',
  apps_file: 'By the apps file',
  authorization_code: 'For a code',
  refresh_token: 'For a refresh token',
  client_credentials: 'For the app itself',
  'urn:ietf:params:oauth:grant-type:device_code': 'For a device',
  user: 'By the person',
  revoked_by_client: 'By the app',
  code_replayed: 'A code was used twice',
  refresh_token_reused: 'A refresh token was used twice',
  access_denied: 'The person refused',
  expired_token: 'Too late: the request had expired',
  invalid_client: 'The app was not recognized',
  'invalid_client: unknown_client': 'No app has this client id',
  'invalid_client: missing_client': 'The request names no app',
  'invalid_client: wrong_method': 'The app proved itself by the wrong method',
  'invalid_client: wrong_secret': 'Wrong client secret',
  'invalid_client: malformed_proof': 'The app’s proof is malformed',
  'invalid_client: wrong_assertion': 'The app’s signed assertion is wrong',
  'invalid_client: expired_assertion': 'The app’s signed assertion has expired',
  'invalid_client: used_assertion': 'The app’s signed assertion was used before',
  invalid_grant: 'The code or refresh token is wrong, used or expired',
  invalid_request: 'The request is malformed',
  invalid_scope: 'The app may not request this scope',
  invalid_redirect_uri: 'The redirect URI is not registered',
  redirect_uri_mismatch: 'The redirect URI is not registered',
  invalid_target: 'The resource is unknown',
  unauthorized_client: 'The app may not do this',
  unsupported_grant_type: 'The grant type is not supported',
  unsupported_response_type: 'The response type is not supported',
  invalid_dpop_proof: 'The DPoP proof is wrong',
  login_required: 'The person was not signed in',
  consent_required: 'The person has to be asked first',
  unmet_authentication_requirements: 'The person has no passkey',
  client_disabled: 'The app is disabled',
  too_many_requests: 'Too many requests',
  not_allowed: 'Not allowed',
  not_found: 'Not found',
}

/** Of `key_created`: algorithm, key id and when it signs. */
const NEW_KEY = /^([A-Z]{2}\d{3}) \S+ from (\d{4}-\d{2}-\d{2})T/

/** The event in English, or as it is named where the provider is newer. */
export function describeEvent(event: string): string {
  return Object.entries(EVENT_TEXTS).find(([name]) => name === event)?.[1] ?? event
}

/** The outcome in English where it is a known one, otherwise as it was recorded. A change may name what it changed. */
export function describeOutcome(outcome: string): string {
  const whole = findOutcome(outcome)
  if (whole !== undefined) return whole
  const [, algorithm, from] = NEW_KEY.exec(outcome) ?? []
  if (algorithm !== undefined) return `${algorithm}, from ${from} UTC`
  const [first = '', ...names] = outcome.split(' ')
  const user = /^command_line:(.+)$/.exec(first)?.[1]
  const known = user === undefined ? findOutcome(first) : `By ${user}, on the command line`
  if (known === undefined) return outcome
  return names.length === 0 ? known : `${known}: ${names.join(' ')}`
}

function findOutcome(outcome: string): string | undefined {
  return Object.hasOwn(OUTCOME_TEXTS, outcome) ? OUTCOME_TEXTS[outcome] : undefined
}
