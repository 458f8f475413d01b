import type { ScopeDetail } from '@countersign/contracts'
import type { Failure, FailureCode } from '@countersign/device'
import type { enEntry } from './en/entry.ts'
import type { enRest } from './en/rest.ts'

/** The texts that every page may use. A language that lacks a text or a plural form does not compile. */
export type EntryText = typeof enEntry

export type RestText = typeof enRest

export type FullText = EntryText & RestText

/** The label of a claim; a custom claim without one gets its name in plain words. */
export function labelOf({ common }: EntryText, claim: string): string {
  // A claim of a credential is named after its type: `https://uni.example/degree#title`.
  const name = claim.slice(claim.lastIndexOf('#') + 1)
  const words = name.replaceAll('_', ' ')
  return find(common.claims, name) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Title and description of a scope: ours for standard scopes, the server's for custom ones. */
export function describeScope({ common }: EntryText, scope: Pick<ScopeDetail, 'name' | 'title' | 'description'>) {
  return find(common.scopes, scope.name) ?? { title: scope.title, description: scope.description }
}

export function describeFailure({ failures }: EntryText, { code, retryAfterSeconds }: Failure): string {
  if (code === 'too_many_requests' && retryAfterSeconds !== undefined) {
    return failures.tooManyFor(Math.max(1, Math.ceil(retryAfterSeconds / 60)))
  }
  return failures[sentenceOf(code)]
}

/** Own properties only: a claim may be called `constructor`. */
function find<Value>(texts: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined
}

type Sentence = Exclude<keyof (typeof enEntry)['failures'], 'tooManyFor'>

/** Codes shown as a bug: people's pages never cause them. Unlisted to save bytes; the console has its own texts. */
type Bug =
  | 'bad_credential'
  | 'bad_offer'
  | 'bug'
  | 'claim_in_use'
  | 'client_in_use'
  | 'consent_required'
  | 'invalid_admin_token'
  | 'invalid_client_metadata'
  | 'invalid_cursor'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_vault'
  | 'issuer_refused'
  | 'issuer_unknown'
  | 'key_in_use'
  | 'last_secret'
  | 'method_not_allowed'
  | 'not_allowed'
  | 'passkey_required'
  | 'precondition_required'
  | 'recovery_key_unconfirmed'
  | 'scope_in_use'
  | 'too_many_apps'
  | 'unknown_item'
  | 'unsupported_media_type'
  | 'wrong_code'

/** Maps error codes to keys of `failures` in `entry.ts`. */
const SENTENCES: Readonly<Record<Exclude<FailureCode, Bug>, Sentence>> = {
  offline: 'offline',
  timeout: 'timeout',
  service_unavailable: 'unavailable',
  server_error: 'serverError',
  unexpected_answer: 'unexpectedAnswer',
  too_many_requests: 'tooMany',
  invalid_credentials: 'invalidCredentials',
  invalid_session: 'sessionEnded',
  wrong_address: 'wrongAddress',
  locked: 'locked',
  login_taken: 'loginTaken',
  login_malformed: 'loginMalformed',
  login_too_short: 'loginTooShort',
  login_too_long: 'loginTooLong',
  password_too_short: 'passwordTooShort',
  password_too_long: 'passwordTooLong',
  password_malformed: 'passwordMalformed',
  password_weak: 'passwordWeak',
  registration_expired: 'registrationExpired',
  staging_expired: 'tookTooLong',
  verification_expired: 'tookTooLong',
  stale_vault: 'staleVault',
  too_large: 'tooLarge',
  too_many_items: 'tooManyItems',
  vault_too_large: 'vaultTooLarge',
  payload_too_large: 'tooLarge',
  request_not_pending: 'requestNotPending',
  request_expired: 'requestExpired',
  not_found: 'notFound',
  invalid_claims: 'invalidClaims',
  malformed_claim: 'malformedClaim',
  invalid_attestation: 'invalidClaims',
  worker_failed: 'workerFailed',
  rollback: 'refusedVault',
  fork: 'refusedVault',
  tampered: 'refusedVault',
  incomplete: 'refusedVault',
  wrong_owner: 'refusedVault',
  wrong_key: 'refusedVault',
  unlisted_unlock: 'refusedVault',
  missing_unlock: 'missingUnlock',
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
  untrusted_server: 'refusedVault',
  account_deleted: 'accountDeleted',
  vault_missing: 'refusedVault',
  activity_broken: 'activityBroken',
  receipt_too_old: 'receiptTooOld',
  key_rotated: 'keyRotated',
  app_key_changed: 'appKeyChanged',
  invalid_passkey: 'invalidPasskey',
  last_method: 'lastMethod',
  passkey_cancelled: 'passkeyCancelled',
  passkey_exists: 'passkeyExists',
  passkey_no_prf: 'passkeyNoPrf',
  prf_required: 'passkeyNoPrf',
  passkey_unstable: 'passkeyUnstable',
  passkey_unsupported: 'passkeyUnsupported',
  invalid_service_token: 'unavailable',
}

/** The key of the sentence for a code; `bug` for any unknown code. */
export function sentenceOf(code: FailureCode): Sentence {
  return isListed(code) ? SENTENCES[code] : 'bug'
}

function isListed(code: FailureCode): code is keyof typeof SENTENCES {
  return Object.hasOwn(SENTENCES, code)
}
