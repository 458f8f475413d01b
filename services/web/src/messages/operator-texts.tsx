import type { ClaimLabels, ScopeDetail, ScopeTexts } from '@countersign/contracts'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Language } from './languages.ts'
import type { EntryText } from './messages.ts'
import { LanguageContext, useLanguage } from './use-text.tsx'

type OperatorTextsProps = {
  /** What a request asks for. */
  readonly scopes?: readonly ScopeDetail[]
  /** What an operator calls their claims. */
  readonly labels?: Readonly<Record<string, ClaimLabels>>
  readonly children: ComponentChildren
}

const NO_SCOPES: readonly ScopeDetail[] = []
const NO_LABELS = {}

/** Speaks an operator's words beside ours to everything below it, in the reader's language as far as they have them. */
export function OperatorTexts({ scopes = NO_SCOPES, labels = NO_LABELS, children }: OperatorTextsProps) {
  const choice = useLanguage()
  const value = useMemo(() => {
    const entry = withOperatorTexts(choice.entry, choice.language, { scopes, labels })
    return { ...choice, entry }
  }, [choice, scopes, labels])
  return <LanguageContext.Provider value={value}>{children}</LanguageContext.Provider>
}

/** Ours stand last: no word of an operator takes the place of one that people know. */
export function withOperatorTexts(
  entry: EntryText,
  language: Language,
  { scopes = [], labels = {} }: Omit<OperatorTextsProps, 'children'>,
): EntryText {
  const all = Object.assign({}, labels, ...scopes.map((scope) => scope.claim_labels))
  const claims = Object.entries<ClaimLabels>(all).map(([name, words]) => [name, words[language] ?? words.en])
  const described = scopes.flatMap(({ name, texts }) => (texts ? [[name, textOf(texts, language)]] : []))
  const { common } = entry
  return {
    ...entry,
    common: {
      ...common,
      claims: { ...Object.fromEntries(claims), ...common.claims },
      scopes: { ...Object.fromEntries(described), ...common.scopes },
    },
  }
}

function textOf(texts: ScopeTexts, language: Language): ScopeTexts['en'] {
  return texts[language] ?? texts.en
}
