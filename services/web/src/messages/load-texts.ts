import type { Language } from './languages.ts'
import type { EntryText, RestText } from './messages.ts'

type Parts = {
  readonly entry: () => Promise<EntryText>
  readonly rest: () => Promise<RestText>
}

/** Each part of each language is a file of its own: a German reader never waits for English. */
const PARTS: Readonly<Record<Language, Parts>> = {
  en: {
    entry: async () => (await import('./en/entry.ts')).entry,
    rest: async () => (await import('./en/rest.ts')).rest,
  },
  de: {
    entry: async () => (await import('./de/entry.ts')).entry,
    rest: async () => (await import('./de/rest.ts')).rest,
  },
  es: {
    entry: async () => (await import('./es/entry.ts')).entry,
    rest: async () => (await import('./es/rest.ts')).rest,
  },
  fr: {
    entry: async () => (await import('./fr/entry.ts')).entry,
    rest: async () => (await import('./fr/rest.ts')).rest,
  },
  ja: {
    entry: async () => (await import('./ja/entry.ts')).entry,
    rest: async () => (await import('./ja/rest.ts')).rest,
  },
  ar: {
    entry: async () => (await import('./ar/entry.ts')).entry,
    rest: async () => (await import('./ar/rest.ts')).rest,
  },
}

/** The texts of a language that every page may need. Rejects when the network does. */
export function loadEntryText(language: Language): Promise<EntryText> {
  return PARTS[language].entry()
}

/** The texts of a language that belong to the pages which are loaded when they are opened. */
export function loadRestText(language: Language): Promise<RestText> {
  return PARTS[language].rest()
}
