import type { ClaimLabels, ScopeDetail, ScopeTexts } from '@countersign/contracts'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Language } from './languages.ts'
import { type EntryText, LanguageContext, useLanguage } from './texts.ts'

type OperatorTextsProps = {
  readonly scopes?: readonly ScopeDetail[]
  readonly labels?: Readonly<Record<string, ClaimLabels>>
  readonly children: ComponentChildren
}

const NO_SCOPES: readonly ScopeDetail[] = []
const NO_LABELS = {}

/** Adds an operator's texts for custom scopes and claims, in the reader's language or else in English. */
export function OperatorTexts({ scopes = NO_SCOPES, labels = NO_LABELS, children }: OperatorTextsProps) {
  const choice = useLanguage()
  const value = useMemo(() => {
    const entry = withOperatorTexts(choice.entry, choice.language, { scopes, labels })
    return { ...choice, entry }
  }, [choice, scopes, labels])
  return <LanguageContext.Provider value={value}>{children}</LanguageContext.Provider>
}

/** Our texts win: an operator cannot rename a standard scope or claim. */
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
