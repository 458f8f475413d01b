import type { Language } from './languages.ts'
import type { EntryText, RestText } from './messages.ts'

type Parts = {
  readonly entry: () => Promise<EntryText>
  readonly rest: () => Promise<RestText>
}

/** Each part of each language is a chunk of its own. */
const PARTS: Readonly<Record<Language, Parts>> = {
  en: {
    entry: async () => (await import('./en/entry.ts')).enEntry,
    rest: async () => (await import('./en/rest.ts')).enRest,
  },
  de: {
    entry: async () => (await import('./de/entry.ts')).deEntry,
    rest: async () => (await import('./de/rest.ts')).deRest,
  },
  es: {
    entry: async () => (await import('./es/entry.ts')).esEntry,
    rest: async () => (await import('./es/rest.ts')).esRest,
  },
  fr: {
    entry: async () => (await import('./fr/entry.ts')).frEntry,
    rest: async () => (await import('./fr/rest.ts')).frRest,
  },
  ja: {
    entry: async () => (await import('./ja/entry.ts')).jaEntry,
    rest: async () => (await import('./ja/rest.ts')).jaRest,
  },
  ar: {
    entry: async () => (await import('./ar/entry.ts')).arEntry,
    rest: async () => (await import('./ar/rest.ts')).arRest,
  },
}

/** The texts that every page may need. Rejects on a network error. */
export function loadEntryText(language: Language): Promise<EntryText> {
  return PARTS[language].entry()
}

/** The texts of lazily loaded pages. Rejects on a network error. */
export function loadRestText(language: Language): Promise<RestText> {
  return PARTS[language].rest()
}
