import type { ClientAuthenticationFailure, ReplayReason } from '../errors.ts'

/** Why an app got an error, and what to do. */
export type Remedy = readonly [cause: string, cure: string]

/** An error code for developers of apps; texts are Markdown. */
export type ErrorRemedies = {
  /** An endpoint, or the app's callback. */
  readonly where: string
  /** Ends the sentence "Most often because …". */
  readonly because: string
  /** Its remedy with `@countersign/sdk`. */
  readonly sdk: string
  /** With Authlib. */
  readonly python: string
  /** With Spring, or Go's `golang.org/x/oauth2`; begins with which. */
  readonly third: string
  /** The first is the one that `because` means. */
  readonly causes: readonly [Remedy, ...Remedy[]]
}

/** Outcomes and events of the audit trail that say more than an error code. */
type Recorded =
  | `invalid_client: ${ClientAuthenticationFailure}`
  | ReplayReason
  | 'rate_limited'
  | 'logout_token_given_up'
  | 'data_changed_given_up'

export const RECORDED: Readonly<Record<Recorded, Remedy>> = {
  'invalid_client: unknown_client': [
    'The `client_id` is unknown here.',
    'Compare it with the console or `countersign clients list`: each service has its own.',
  ],
  'invalid_client: missing_client': ['The request names no app.', 'Send the client id, in the body or by HTTP Basic.'],
  'invalid_client: wrong_method': [
    'The app sent no secret, or one that it does not have, for how it is registered (`token_endpoint_auth_method`).',
    'Compare with `countersign clients show CLIENT_ID`; a library often has a setting of that name.',
  ],
  'invalid_client: wrong_secret': [
    'The secret is wrong, or was replaced and its overlap is over.',
    'Copy the secret again, without quotes and line ends. A lost one is replaced: in the console under *Secrets & keys*, or by `countersign clients rotate-secret CLIENT_ID`.',
  ],
  'invalid_client: malformed_proof': [
    'The credentials are malformed, or were sent in two ways.',
    'Send them once; HTTP Basic wants id and secret URL-encoded.',
  ],
  'invalid_client: wrong_assertion': [
    'An assertion (`private_key_jwt`) is signed by another key, or for another audience.',
    'Sign it with a registered key, with `aud` set to the issuer.',
  ],
  'invalid_client: expired_assertion': [
    'An assertion is late.',
    'Sign one for each request, with a near `exp`, and compare both clocks.',
  ],
  'invalid_client: used_assertion': ['An assertion was used before.', 'Sign one for each request, with a new `jti`.'],
  code_replayed: [
    'The code was used before. All that came of its first use was revoked with it (RFC 6749 §4.1.2).',
    'Exchange each code once: delete the flow from the session first, and redirect the browser from the callback to another page.',
  ],
  refresh_token_reused: [
    'The refresh token was used before, and its successor too: a copy is in use, so the grant was revoked (RFC 9700 §4.14.2).',
    'Store the new refresh token in place of the old one, where all your servers find it, before you use its access token.',
  ],
  rate_limited: [
    'Too many requests, or too many failures, of one app or one network.',
    'Wait for `Retry-After`; then look at what fails.',
  ],
  logout_token_given_up: [
    'The back-channel logout address of the app does not answer with 200.',
    'Check the address and its log.',
  ],
  data_changed_given_up: [
    'The events address of the app did not take a notice for a day. The app has the change once it refreshes its tokens.',
    'Check the address and its log: it answers with 202.',
  ],
}
