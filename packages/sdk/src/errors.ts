/**
 * Why a sign-in did not come to an end.
 * - `access_denied`: the person said no. Show them the way back, not an error.
 * - `request_expired`: the person took too long to answer, and nobody said no. Offer to begin a new sign-in.
 * - `person_needed`: you asked with `prompt: 'none'`, and somebody has to be asked; `providerError` says what. Begin one
 *   without it when the person wants to sign in.
 * - `invalid_grant`, `invalid_token`, `state_mismatch`: too late, used before, or from another browser. Begin a new sign-in.
 * - `unreachable`: no usable answer in time. Trying again may help.
 * - `invalid_client`, `refused`: the registration or the settings do not fit; `providerError` says what the provider called it.
 * - `issuer_mismatch`, `invalid_callback`, `invalid_response`: somebody answered who should not have, or wrongly.
 */
export type SignInErrorCode =
  | 'access_denied'
  | 'request_expired'
  | 'person_needed'
  | 'state_mismatch'
  | 'issuer_mismatch'
  | 'invalid_callback'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_token'
  | 'invalid_response'
  | 'unreachable'
  | 'refused'

type Extra = { readonly providerError?: string | undefined; readonly cause?: unknown }

/** A sign-in that was refused. The message is for a developer and never quotes a code, a token or a secret. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: SignInErrorCode
  /** The provider's own error code (RFC 6749 §4.1.2.1, §5.2), where it gave one. */
  readonly providerError: string | undefined

  constructor(code: SignInErrorCode, message: string, { providerError, cause }: Extra = {}) {
    super(message, { cause })
    this.code = code
    this.providerError = providerError
  }
}

const OWN_MEANING = {
  access_denied: 'The person did not allow this app what it asked for.',
  request_expired: 'The request expired before the person answered it. Begin a new sign-in.',
  person_needed: 'Nobody can be signed in without being asked. Begin a sign-in that may ask.',
  invalid_client: 'The provider does not accept the client id and secret.',
  invalid_grant: 'The code or token is unknown, expired or used. Begin a new sign-in.',
  invalid_token: 'The data token is invalid or expired. Begin a new sign-in.',
  temporarily_unavailable: 'The provider is temporarily unavailable. Try again shortly.',
  server_error: 'The provider failed. Try again shortly.',
} as const

/** An error code of the provider as a refusal. It came over the network: one that is not a plain word is not repeated. */
export function refusalOf(error: string): SignInError {
  const providerError = /^[a-z_]{1,64}$/.test(error) ? error : undefined
  switch (error) {
    case 'access_denied':
    case 'request_expired':
    case 'invalid_client':
    case 'invalid_grant':
    case 'invalid_token':
      return new SignInError(error, OWN_MEANING[error], { providerError })
    case 'login_required':
    case 'consent_required':
    case 'interaction_required':
      return new SignInError('person_needed', OWN_MEANING.person_needed, { providerError })
    case 'temporarily_unavailable':
    case 'server_error':
      return new SignInError('unreachable', OWN_MEANING[error], { providerError })
    default:
      return new SignInError('refused', `The provider refused the request (${providerError ?? 'unknown error'}).`, {
        providerError,
      })
  }
}
