import { SignInError, type SignInErrorCode } from './errors.ts'

const OWN_MEANING = {
  access_denied: 'The person did not allow this app what it asked for.',
  request_expired: 'The request expired before the person answered it. Begin a new sign-in.',
  person_needed: 'Nobody can be signed in without being asked. Begin a sign-in that may ask.',
  invalid_client: 'The provider does not accept the client id with this secret or key.',
  invalid_grant: 'The code or token is unknown, expired or used. Begin a new sign-in.',
  invalid_token: 'The data token is invalid or expired. Begin a new sign-in.',
  temporarily_unavailable: 'The provider is temporarily unavailable. Try again shortly.',
  server_error: 'The provider failed. Try again shortly.',
} as const

const MAX_QUOTED = 300
const CLOCK_CODES: readonly string[] = ['token_expired', 'token_not_yet_valid'] satisfies SignInErrorCode[]
/** Longer than an answer takes to arrive. */
const MIN_CLOCK_GAP_SECONDS = 30

/** Both texts came over the network: a code that is not a plain word is dropped. */
export function refusalOf(error: string, description: unknown): SignInError {
  const providerError = /^[a-z_]{1,64}$/.test(error) ? error : undefined
  const refuse = (code: SignInErrorCode, meaning: string): SignInError => {
    const said = quote(description)
    return new SignInError(code, said === '' ? meaning : `${meaning} The provider says: ${said}`, { providerError })
  }
  switch (error) {
    case 'access_denied':
    case 'request_expired':
    case 'invalid_client':
    case 'invalid_grant':
    case 'invalid_token':
      return refuse(error, OWN_MEANING[error])
    case 'login_required':
    case 'consent_required':
    case 'interaction_required':
      return refuse('person_needed', OWN_MEANING.person_needed)
    case 'temporarily_unavailable':
    case 'server_error':
      return refuse('unreachable', OWN_MEANING[error])
    default:
      return refuse('refused', `The provider refused the request (${providerError ?? 'unknown error'}).`)
  }
}

/** Turns a refusal of a new token's times into `wrong_clock` if the answer's date differs from this clock. */
export function blameClock(error: unknown, date: string | null): unknown {
  if (!(error instanceof SignInError) || !CLOCK_CODES.includes(error.code)) return error
  const secondsAhead = Math.round((Date.now() - Date.parse(date ?? '')) / 1000)
  if (!(Math.abs(secondsAhead) >= MIN_CLOCK_GAP_SECONDS)) return error
  const gap = `${Math.abs(secondsAhead)} seconds ${secondsAhead > 0 ? 'ahead of' : 'behind'} the provider's`
  return new SignInError('wrong_clock', `This machine's clock is ${gap}. Set it right.`, { cause: error })
}

/** RFC 8414 §3.3. */
export function mismatchOf(url: string, named: unknown, issuer: string): SignInError {
  const message = `${url} describes the issuer "${quote(named)}", and the setting issuer is "${issuer}". They must be the same.`
  return new SignInError('metadata_mismatch', message)
}

/** Makes text from the network safe for a message and a log: one short line without control characters. */
function quote(text: unknown): string {
  if (typeof text !== 'string') return ''
  return text
    .slice(0, MAX_QUOTED)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
