/** What an app does about a sign-in that came to nothing. */
export type Advice =
  /** The person said no. Show them the way back, not an error. */
  | 'respect'
  /** Offer to begin a new sign-in: nothing is wrong but this one. */
  | 'begin_again'
  /** Try again shortly: nobody answered. */
  | 'try_later'
  /** Tell whoever runs the app: settings and registration do not fit each other, and it will happen again. */
  | 'check_settings'

const ADVICE = {
  /** The person said no. */
  access_denied: 'respect',
  /** The person took too long to answer, and nobody said no. */
  request_expired: 'begin_again',
  /** You asked with `prompt: 'none'`, and somebody has to be asked; `providerError` says what. */
  person_needed: 'begin_again',
  /** The browser that came back has no sign-in in its session: another browser, a lost cookie, or a callback opened twice. */
  lost_session: 'begin_again',
  /** The callback is that of another sign-in, or forged. */
  state_mismatch: 'begin_again',
  /** Another provider answered than the one that was asked (mix-up, RFC 9207). */
  issuer_mismatch: 'begin_again',
  /** The callback is not one that the provider makes. */
  invalid_callback: 'begin_again',
  /** The code or refresh token is unknown, expired or used. */
  invalid_grant: 'begin_again',
  /** The data token is none, or the provider says that it is too old. */
  invalid_token: 'begin_again',
  /** The data token is not signed by a key of the provider, or by another algorithm than the key is for. */
  bad_signature: 'begin_again',
  /** The data token has expired. */
  token_expired: 'begin_again',
  /** The data token is from the future: a clock is wrong, perhaps yours. */
  token_not_yet_valid: 'begin_again',
  /** The data token is another provider's. */
  wrong_issuer: 'begin_again',
  /** The data token was made for another app. */
  wrong_audience: 'begin_again',
  /** The token is about another person. */
  wrong_subject: 'begin_again',
  /** The sealed claims do not open: they were changed on the way. */
  unreadable_claims: 'begin_again',
  /** The sealed claims were made for another app, person or request. */
  foreign_claims: 'begin_again',
  /** The id_token must not be believed. */
  invalid_id_token: 'begin_again',
  /** The id_token belongs to another sign-in. */
  nonce_mismatch: 'begin_again',
  /** The logout token must not be believed. */
  invalid_logout_token: 'begin_again',
  /** The provider answered in a form that it must not. */
  invalid_response: 'begin_again',
  /** No usable answer in time. */
  unreachable: 'try_later',
  /** The claims are sealed for a key that `claimsDecryptionKey` does not hold. */
  unknown_claims_key: 'check_settings',
  /** The claims came in the open, and the settings do not allow that. */
  plain_claims: 'check_settings',
  /** The provider does not know the client id, or not with this secret or key. */
  invalid_client: 'check_settings',
  /** This machine's clock and the provider's are too far apart to tell whether a token is of now. */
  wrong_clock: 'check_settings',
  /** What answers at the issuer's address says that it is another issuer (RFC 8414 §3.3). */
  metadata_mismatch: 'check_settings',
  /** The provider does not offer what was asked of it. */
  unsupported: 'check_settings',
  /** The provider refused the request: `providerError` says what it called that. */
  refused: 'check_settings',
} as const satisfies Readonly<Record<string, Advice>>

/** Why a sign-in did not come to an end. A code keeps its meaning; new ones may come. */
export type SignInErrorCode = keyof typeof ADVICE

type Extra = { readonly providerError?: string | undefined; readonly cause?: unknown }

/**
 * A sign-in that was refused. The message is for a developer and never quotes a code, a token or a secret. It may quote the
 * provider's own description, so a page must escape it.
 */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInErrorCode
  /** What to do about it, of which there are four: enough for most apps. */
  readonly advice: Advice
  /** The provider's own error code (RFC 6749 §4.1.2.1, §5.2), where it gave one. */
  readonly providerError: string | undefined

  constructor(code: SignInErrorCode, message: string, { providerError, cause }: Extra = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.advice = ADVICE[code]
    this.providerError = providerError
  }
}
