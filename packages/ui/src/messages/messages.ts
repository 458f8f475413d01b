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
export function describeScope(text: EntryText, scope: Pick<ScopeDetail, 'name' | 'title' | 'description'>) {
  const { name, title, description } = scope
  const ofClaim = find(text.common.claimScopes, name)
  if (ofClaim !== undefined) return { title: labelOf(text, name), description: ofClaim }
  return find(text.common.scopes, name) ?? { title, description }
}

export function describeFailure({ failures }: EntryText, { code, retryAfterSeconds }: Failure): string {
  const { tooManyFor, ...sentences } = failures
  if (code === 'too_many_requests' && retryAfterSeconds !== undefined) {
    return tooManyFor(Math.max(1, Math.ceil(retryAfterSeconds / 60)))
  }
  return find(sentences, find(ALIKE, code) ?? code) ?? sentences.bug
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

/** Codes that share the sentence of another. */
const ALIKE: Readonly<Record<Exclude<FailureCode, Bug | Sentence>, Sentence>> = {
  verification_expired: 'staging_expired',
  payload_too_large: 'too_large',
  invalid_attestation: 'invalid_claims',
  fork: 'rollback',
  tampered: 'rollback',
  incomplete: 'rollback',
  wrong_owner: 'rollback',
  wrong_key: 'rollback',
  unlisted_unlock: 'rollback',
  no_unlock: 'rollback',
  malformed: 'rollback',
  invalid_token: 'staging_expired',
  recovery_key_characters: 'recovery_key_length',
  recovery_key_checksum: 'recovery_key_length',
  untrusted_server: 'rollback',
  vault_missing: 'rollback',
  prf_required: 'passkey_no_prf',
  invalid_service_token: 'service_unavailable',
}
