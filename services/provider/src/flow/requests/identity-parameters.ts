import { OAuthError } from '@countersign/service/errors'
import type { Parameters } from '../../ground/http/parameters.ts'

/** Parameters that OpenID Connect adds (Core §3.1.2.1). */
export type IdentityParameters = {
  /** Space-separated. */
  readonly prompt: string | undefined
  readonly nonce: string | undefined
  readonly maxAgeSeconds: number | undefined
  readonly loginHint: string | undefined
  readonly idTokenHint: string | undefined
}

/** `create`: Initiating User Registration via OpenID Connect 1.0. */
export const PROMPTS: readonly string[] = ['none', 'login', 'consent', 'select_account', 'create']
const MAXIMUM_NONCE_LENGTH = 512
const MAXIMUM_HINT_LENGTH = 256
const VSCHAR = /^[\x20-\x7E]*$/
const CONTROL_CHARACTER = /\p{Cc}/u
const WHOLE_NUMBER = /^\d{1,9}$/

/**
 * `display` and `ui_locales` may be ignored (§3.1.2.1).
 * @throws OAuthError
 */
export function checkIdentityParameters(values: Parameters['values']): IdentityParameters {
  if (values['registration'] !== undefined) {
    throw new OAuthError('registration_not_supported', 'The registration parameter is not supported.')
  }
  return {
    prompt: checkPrompt(values['prompt']),
    nonce: checkNonce(values['nonce']),
    maxAgeSeconds: checkMaxAge(values['max_age']),
    loginHint: readableHint(values['login_hint']),
    idTokenHint: values['id_token_hint'],
  }
}

function checkPrompt(prompt: string | undefined): string | undefined {
  if (prompt === undefined) return undefined
  const wishes = prompt.split(' ').filter((wish) => wish !== '')
  if (wishes.length === 0) return undefined
  if (!wishes.every((wish) => PROMPTS.includes(wish))) {
    throw new OAuthError('invalid_request', 'prompt must be of none, login, consent, select_account and create.')
  }
  if (!wishes.includes('none')) return [...new Set(wishes)].join(' ')
  if (wishes.length > 1) throw new OAuthError('invalid_request', 'prompt=none must stand alone.')
  return prompt
}

function checkNonce(nonce: string | undefined): string | undefined {
  if (nonce === undefined || (nonce.length <= MAXIMUM_NONCE_LENGTH && VSCHAR.test(nonce))) return nonce
  throw new OAuthError(
    'invalid_request',
    `nonce must be printable ASCII of at most ${MAXIMUM_NONCE_LENGTH} characters.`,
  )
}

function checkMaxAge(maxAge: string | undefined): number | undefined {
  if (maxAge === undefined) return undefined
  if (WHOLE_NUMBER.test(maxAge)) return Number(maxAge)
  throw new OAuthError('invalid_request', 'max_age must be a whole number of seconds, of at most nine digits.')
}

/** A hint that cannot be shown was not given: it must not keep a person out. */
function readableHint(hint: string | undefined): string | undefined {
  const isReadable = hint !== undefined && hint.length <= MAXIMUM_HINT_LENGTH && !CONTROL_CHARACTER.test(hint)
  return isReadable ? hint : undefined
}
