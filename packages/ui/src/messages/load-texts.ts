import type { Language } from './languages.ts'
import type { EntryText, RestText } from './texts.ts'

/** The texts that every page may need, each language in its own chunk. Rejects on a network error. */
const ENTRIES: Readonly<Record<Language, () => Promise<EntryText>>> = {
  en: async () => (await import('./en/entry.ts')).enEntry,
  de: async () => (await import('./de/entry.ts')).deEntry,
  es: async () => (await import('./es/entry.ts')).esEntry,
  fr: async () => (await import('./fr/entry.ts')).frEntry,
  ja: async () => (await import('./ja/entry.ts')).jaEntry,
  ar: async () => (await import('./ar/entry.ts')).arEntry,
}

/** The texts of lazily loaded pages, as above. */
const RESTS: Readonly<Record<Language, () => Promise<RestText>>> = {
  en: async () => (await import('./en/rest.ts')).enRest,
  de: async () => (await import('./de/rest.ts')).deRest,
  es: async () => (await import('./es/rest.ts')).esRest,
  fr: async () => (await import('./fr/rest.ts')).frRest,
  ja: async () => (await import('./ja/rest.ts')).jaRest,
  ar: async () => (await import('./ar/rest.ts')).arRest,
}

export const loadEntryText = (language: Language) => ENTRIES[language]()
export const loadRestText = (language: Language) => RESTS[language]()
