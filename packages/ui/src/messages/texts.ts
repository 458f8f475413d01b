import type { ScopeDetail } from '@countersign/contracts'
import type { Failure, FailureCode } from '@countersign/device'
import { type ComponentChildren, createContext, h } from 'preact'
import { useCallback, useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import type { enEntry } from './en/entry.ts'
import type { enRest } from './en/rest.ts'
import { type Format, formatOf } from './format.ts'
import { directionOf, type Language, rememberLanguage } from './languages.ts'
import { loadEntryText, loadRestText } from './load-texts.ts'

type Speech = {
  readonly language: Language
  readonly entry: EntryText
  readonly rest: RestText | undefined
}

type LanguageChoice = {
  /** False where the page has one language only. */
  readonly canChoose: boolean
  /** Changes the language once its texts are loaded, and remembers the choice on this device. */
  readonly choose: (language: Language) => Promise<void>
  readonly loadRest: () => Promise<void>
} & Speech

/** Exported for `OperatorTexts` only. */
export const LanguageContext = createContext<LanguageChoice | undefined>(undefined)

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext)
  if (!choice) throw new Error('A page was rendered outside of its language.')
  return choice
}

export function useText(): EntryText {
  return useLanguage().entry
}

/** All texts, for pages that `lazyPage` loads: it loads their texts too. */
export function useFullText(): FullText {
  const { entry, rest } = useLanguage()
  const text = useMemo(() => rest && { ...entry, ...rest }, [entry, rest])
  if (!text) throw new Error('A page that is not loaded by lazyPage asked for all texts.')
  return text
}

export function useFormat(): Format {
  const { language } = useLanguage()
  return useMemo(() => formatOf(language), [language])
}

type LanguageProviderProps = {
  readonly language: Language
  /** The texts of that language, loaded before the first render. */
  readonly entry: EntryText
  readonly isFixed?: boolean
  readonly children: ComponentChildren
}

/** Provides the texts of a language, and sets `lang` and `dir` of the document. */
export function LanguageProvider({ language, entry, isFixed = false, children }: LanguageProviderProps) {
  const [speech, setSpeech] = useState<Speech>({ language, entry, rest: undefined })

  useLayoutEffect(() => {
    document.documentElement.lang = speech.language
    document.documentElement.dir = directionOf(speech.language)
  }, [speech.language])

  const hasRest = speech.rest !== undefined
  const choose = useCallback(
    async (next: Language) => {
      const [nextEntry, rest] = await Promise.all([loadEntryText(next), hasRest ? loadRestText(next) : undefined])
      setSpeech({ language: next, entry: nextEntry, rest })
      rememberLanguage(next)
    },
    [hasRest],
  )
  const loadRest = useCallback(async () => {
    const rest = await loadRestText(speech.language)
    setSpeech((current) => (current.language === speech.language ? { ...current, rest } : current))
  }, [speech.language])

  const choice = useMemo(
    () => ({ ...speech, canChoose: !isFixed, choose, loadRest }),
    [speech, isFixed, choose, loadRest],
  )
  return h(LanguageContext.Provider, { value: choice }, children)
}

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

/** Codes shown as a bug: people's pages never cause them, or say them in their own words. Unlisted to save bytes; the console has its own texts. */
type Bug =
  | 'bad_credential'
  | 'bad_offer'
  | 'claim_in_use'
  | 'client_in_use'
  | 'consent_required'
  | 'invalid_admin_token'
  | 'invalid_client_metadata'
  | 'invalid_cursor'
  | 'invalid_invitation'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_vault'
  | 'invitation_required'
  | 'issuance_declined'
  | 'issuance_mismatch'
  | 'issuer_refused'
  | 'issuer_unknown'
  | 'issuer_unsupported'
  | 'key_in_use'
  | 'last_secret'
  | 'managed_by_file'
  | 'method_not_allowed'
  | 'no_copy_left'
  | 'not_allowed'
  | 'passkey_exists'
  | 'passkey_required'
  | 'precondition_required'
  | 'receipt_too_old'
  | 'recovery_key_unconfirmed'
  | 'scope_in_use'
  | 'sign_ups_closed'
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
