import type { FailureCode } from '../failure.ts'
import type { failures } from './en/failures.ts'

type Sentence = Exclude<keyof typeof failures, 'tooManyFor'>

/** Which sentence tells a person of which failure; the languages say the sentences (`failures.ts` in each folder). */
const SENTENCES: Readonly<Record<FailureCode, Sentence>> = {
  offline: 'offline',
  timeout: 'timeout',
  service_unavailable: 'unavailable',
  server_error: 'serverError',
  unexpected_answer: 'unexpectedAnswer',
  too_many_requests: 'tooMany',
  invalid_credentials: 'invalidCredentials',
  invalid_session: 'sessionEnded',
  locked: 'locked',
  login_taken: 'loginTaken',
  login_malformed: 'loginMalformed',
  login_too_short: 'loginTooShort',
  login_too_long: 'loginTooLong',
  password_too_short: 'passwordTooShort',
  password_too_long: 'passwordTooLong',
  password_malformed: 'passwordMalformed',
  registration_expired: 'registrationExpired',
  stale_vault: 'staleVault',
  too_large: 'tooLarge',
  payload_too_large: 'tooLarge',
  request_not_pending: 'requestNotPending',
  request_expired: 'requestExpired',
  not_found: 'notFound',
  invalid_claims: 'invalidClaims',
  worker_failed: 'workerFailed',
  rollback: 'rollback',
  fork: 'refusedVault',
  tampered: 'refusedVault',
  incomplete: 'refusedVault',
  wrong_owner: 'refusedVault',
  wrong_key: 'refusedVault',
  unlisted_unlock: 'refusedVault',
  no_unlock: 'refusedVault',
  malformed: 'refusedVault',
  unsupported: 'newerVault',
  insufficient_session: 'insufficientSession',
  reauth_required: 'reauthRequired',
  user_mismatch: 'userMismatch',
  invalid_token: 'tookTooLong',
  invalid_scope: 'invalidScope',
  recovery_key_length: 'wrongRecoveryKey',
  recovery_key_characters: 'wrongRecoveryKey',
  recovery_key_checksum: 'wrongRecoveryKey',
  invalid_admin_token: 'bug',
  invalid_client_metadata: 'bug',
  invalid_cursor: 'bug',
  invalid_redirect_uri: 'bug',
  invalid_request: 'bug',
  invalid_service_token: 'unavailable',
  invalid_vault: 'bug',
  last_secret: 'bug',
  method_not_allowed: 'bug',
  precondition_required: 'bug',
  unsupported_media_type: 'bug',
  unknown_item: 'bug',
  bug: 'bug',
}

/** The sentence for a failure; a code that core made up reads as a bug. */
export function sentenceOf(code: FailureCode): Sentence {
  return Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : 'bug'
}
