import type { MessageLanguage } from '@countersign/contracts'
import { CODE_TEXTS, type CodeTexts } from './code-texts.ts'
import { SECURITY_TEXTS, type SecurityTexts } from './security-texts.ts'

/** Texts with placeholders, as `{host}`. */
export type MessageTexts = { readonly code: CodeTexts; readonly security: SecurityTexts }

export type TextsByLanguage = Readonly<Record<MessageLanguage, MessageTexts>>

/** Every text may name the host of the issuer, and the operator's name, or the host again. */
export type Sender = { readonly host: string; readonly brand: string }

export const OUR_TEXTS: TextsByLanguage = {
  en: { code: CODE_TEXTS.en, security: SECURITY_TEXTS.en },
  de: { code: CODE_TEXTS.de, security: SECURITY_TEXTS.de },
  fr: { code: CODE_TEXTS.fr, security: SECURITY_TEXTS.fr },
  es: { code: CODE_TEXTS.es, security: SECURITY_TEXTS.es },
  ar: { code: CODE_TEXTS.ar, security: SECURITY_TEXTS.ar },
  ja: { code: CODE_TEXTS.ja, security: SECURITY_TEXTS.ja },
}

export const PLACEHOLDER = /\{(\w*)\}/g

/** Leaves what looks like a placeholder in a value alone. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder)
}
