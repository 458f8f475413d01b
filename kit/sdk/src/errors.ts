/** How an app handles a failed sign-in. */
export type Advice =
  /** The user declined. Offer a way back, not an error. */
  | 'respect'
  /** Offer a new sign-in: only this one failed. */
  | 'begin_again'
  /** Try again shortly: the provider did not answer. */
  | 'try_later'
  /** Alert the app's operator: settings and registration do not match, and every sign-in will fail. */
  | 'check_settings'

const ADVICE = {
  /** The user declined. */
  access_denied: 'respect',
  /** The user did not answer in time. */
  request_expired: 'begin_again',
  /** `prompt: 'none'` was not enough: the user must see a page; `providerError` says why. */
  person_needed: 'begin_again',
  /** The user signed in longer ago, or in another way, than was asked for. */
  insufficient_user_authentication: 'begin_again',
  /** The browser's session holds no sign-in: another browser, a lost cookie, or a callback opened twice. */
  lost_session: 'begin_again',
  /** The callback belongs to another sign-in, or is forged. */
  state_mismatch: 'begin_again',
  /** Another provider answered (mix-up, RFC 9207). */
  issuer_mismatch: 'begin_again',
  /** The typed text is no address of a server. */
  invalid_address: 'begin_again',
  /** No server that signs people in to this app was found at the address. */
  unusable_server: 'begin_again',
  /** The callback is malformed. */
  invalid_callback: 'begin_again',
  /** The code or refresh token is unknown, expired or used. */
  invalid_grant: 'begin_again',
  /** The data token is malformed, or the provider refused it as invalid or expired. */
  invalid_token: 'begin_again',
  /** The data token's signature is not by a key of the provider, or uses another algorithm than the key's. */
  bad_signature: 'begin_again',
  /** The data token has expired. */
  token_expired: 'begin_again',
  /** The data token is from the future: a clock is wrong, possibly yours. */
  token_not_yet_valid: 'begin_again',
  /** The data token comes from another provider. */
  wrong_issuer: 'begin_again',
  /** The data token was made for another app. */
  wrong_audience: 'begin_again',
  /** The token is about another user. */
  wrong_subject: 'begin_again',
  /** The sealed claims do not open: they were changed in transit. */
  unreadable_claims: 'begin_again',
  /** The sealed claims were made for another app, user or request. */
  foreign_claims: 'begin_again',
  /** A data update came, and `dataState` is missing or damaged. */
  no_data_state: 'begin_again',
  /** The data update is older than one that the app has. */
  older_data: 'begin_again',
  /** The id_token is not valid. */
  invalid_id_token: 'begin_again',
  /** The id_token belongs to another sign-in. */
  nonce_mismatch: 'begin_again',
  /** The logout token is not valid. */
  invalid_logout_token: 'begin_again',
  /** The security event token is not valid, or of another event. */
  invalid_event: 'begin_again',
  /** The provider's answer is malformed. */
  invalid_response: 'begin_again',
  /** The provider gave no usable answer in time. */
  unreachable: 'try_later',
  /** The claims are sealed for a key that `claimsDecryptionKey` does not hold. */
  unknown_claims_key: 'check_settings',
  /** The claims are not sealed, and the settings do not allow that. */
  plain_claims: 'check_settings',
  /** The provider does not accept the client id with this secret or key. */
  invalid_client: 'check_settings',
  /** This machine's clock and the provider's differ too much to check a token's times. */
  wrong_clock: 'check_settings',
  /** The metadata at the issuer's address names another issuer (RFC 8414 §3.3). */
  metadata_mismatch: 'check_settings',
  /** The provider does not offer this. */
  unsupported: 'check_settings',
  /** The provider refused the request; `providerError` has its code. */
  refused: 'check_settings',
} as const satisfies Readonly<Record<string, Advice>>

/** Why a sign-in failed. A code keeps its meaning; new codes may be added. */
export type SignInErrorCode = keyof typeof ADVICE

type Extra = {
  readonly providerError?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly cause?: unknown
}

/** For developers; never quotes a secret. May quote the provider's description, so a page must escape it. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInErrorCode
  /** One of four ways to handle it: enough for most apps. */
  readonly advice: Advice
  /** The provider's error code (RFC 6749 §4.1.2.1, §5.2), if any. */
  readonly providerError: string | undefined
  /** How long to wait, if an overloaded or failing provider says so (`Retry-After`; status 429 or 5xx). */
  readonly retryAfterSeconds: number | undefined

  constructor(code: SignInErrorCode, message: string, { providerError, retryAfterSeconds, cause }: Extra = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.advice = ADVICE[code]
    this.providerError = providerError
    this.retryAfterSeconds = retryAfterSeconds
  }
}
