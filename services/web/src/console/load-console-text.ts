import type { enConsole } from '../messages/en/console.ts'
import type { Language } from '../messages/languages.ts'

export type ConsoleText = typeof enConsole

const TEXTS: Readonly<Record<Language, () => Promise<ConsoleText>>> = {
  en: async () => (await import('../messages/en/console.ts')).enConsole,
  de: async () => (await import('../messages/de/console.ts')).deConsole,
  es: async () => (await import('../messages/es/console.ts')).esConsole,
  fr: async () => (await import('../messages/fr/console.ts')).frConsole,
  ja: async () => (await import('../messages/ja/console.ts')).jaConsole,
  ar: async () => (await import('../messages/ar/console.ts')).arConsole,
}

/** The console's texts of a language. Rejects when the network does. */
export function loadConsoleText(language: Language): Promise<ConsoleText> {
  return TEXTS[language]()
}
