import type { CheckedSettings } from './checked-settings.ts'
import { SignInError, type SignInErrorCode } from './errors.ts'
import type { Answer } from './http.ts'
import { isSafeAddress } from './settings.ts'

const OWN_MEANING = {
  access_denied: 'The person did not allow this app what it asked for.',
  request_expired: 'The request expired before the person answered it. Begin a new sign-in.',
  person_needed: 'No sign-in is possible without asking. Begin one that may ask.',
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

type Extra = { readonly uri?: unknown; readonly retryAfterSeconds?: number | undefined }

/** A rate limit is never a fault of the settings. */
export function refusalIn({ url, status, headers, json }: Answer): SignInError {
  const { error, error_description: description, error_uri: uri } = json
  const retryAfterSeconds = status === 429 || status >= 500 ? readRetryAfter(headers) : undefined
  if (typeof error === 'string' && status !== 429) return refusalOf(error, description, { uri, retryAfterSeconds })
  const hint = STATUS_HINTS[status] ?? ''
  return new SignInError('unreachable', `${addressOf(url)} answered with status ${status}.${hint}`, {
    retryAfterSeconds,
  })
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  404: ' Is there a Countersign at the setting issuer?',
  429: ' The provider limits how often it is asked.',
}

/** Seconds, or a date (RFC 9110 §10.2.3) by the clock of the answer. */
function readRetryAfter(headers: Headers): number | undefined {
  const [value, date] = ['retry-after', 'date'].map((name) => headers.get(name) ?? '')
  if (/^\d{1,9}$/.test(value ?? '')) return Number(value)
  const from = Date.parse(date ?? '') || Date.now()
  const until = value?.endsWith('GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - from) / 1000))
}

/** No usable answer: nothing listens there, or other than what was asked for. */
export function silenceOf(url: string, cause: unknown): SignInError {
  const reason = reasonOf(cause)
  const hint = HINTS.find(([pattern]) => pattern.test(reason))?.[1] ?? ''
  return new SignInError('unreachable', `${addressOf(url)} gave no answer: ${reason}.${hint}`, { cause })
}

/** By the codes of Node. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, ' Nothing listens there.'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, ' The name of the host is unknown.'],
  [/^(?:ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/, ' This address speaks http, not https.'],
  [/CERT|SIGNATURE/, " This machine does not trust the provider's certificate."],
]

/** Runtimes hide the reason behind "fetch failed": the innermost cause has a code or a message. */
function reasonOf(error: unknown): string {
  // A sandbox such as Jest's has another `Error` than `fetch`.
  const { cause, code, message }: { cause?: unknown; code?: unknown; message?: unknown } = Object(error)
  if (cause !== undefined) return reasonOf(cause)
  return typeof code === 'string' && !code.startsWith('ERR_JOSE') ? code : String(message ?? error)
}

function addressOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Both texts came over the network: a code that is not a plain word is dropped. */
export function refusalOf(error: string, description: unknown, { uri, retryAfterSeconds }: Extra = {}): SignInError {
  const providerError = /^[a-z_]{1,64}$/.test(error) ? error : undefined
  const refuse = (code: SignInErrorCode, meaning: string): SignInError => {
    const said = quote(description)
    const advice = said === '' ? '' : ` The provider says: ${said}`
    const see = typeof uri === 'string' && isSafeAddress(uri) ? ` See ${quote(uri)}` : ''
    return new SignInError(code, meaning + advice + see, { providerError, retryAfterSeconds })
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

export function lostSession(): SignInError {
  return new SignInError(
    'lost_session',
    "This browser's session holds no sign-in: its cookie is missing (127.0.0.1 is not localhost), or the callback was opened twice. Begin a new one.",
  )
}

/** RFC 9207 §2.4. */
export function mixUpOf(named: unknown, issuer: string): SignInError {
  const message = `The callback comes from the issuer "${quote(named)}", and the setting issuer is "${issuer}".`
  return new SignInError('issuer_mismatch', message)
}

/** The metadata of another issuer (RFC 8414 §3.3), or for other apps. */
export function metadataRefusal(answer: Answer, { issuer, clientId }: CheckedSettings): SignInError {
  const { url, status, json } = answer
  if (status !== 200) return refusalIn(answer)
  if (json['issuer'] !== issuer) {
    const message = `${url} describes the issuer "${quote(json['issuer'])}", and the setting issuer is "${issuer}". They must be the same.`
    return new SignInError('metadata_mismatch', message)
  }
  if (json['client_id_metadata_document_supported'] !== true && clientId.includes('://')) {
    return new SignInError('unsupported', `${url} takes no app by its document: its operator must register this one.`)
  }
  const needed = 'authorization_endpoint, token_endpoint and jwks_uri, and every endpoint at the issuer’s origin'
  return new SignInError('invalid_response', `${url} does not describe endpoints that can be used: ${needed}.`)
}

/** Makes text from the network safe for a message and a log: one short line without control characters. */
function quote(text: unknown): string {
  if (typeof text !== 'string') return ''
  return text
    .slice(0, MAX_QUOTED)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
