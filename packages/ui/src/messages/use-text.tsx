import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { type Format, formatOf } from './format.ts'
import { directionOf, type Language, rememberLanguage } from './languages.ts'
import { loadEntryText, loadRestText } from './load-texts.ts'
import type { EntryText, FullText, RestText } from './messages.ts'

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
  return <LanguageContext.Provider value={choice}>{children}</LanguageContext.Provider>
}
