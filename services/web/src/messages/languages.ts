/** Every language of the pages, by its own name, so that its readers find it whatever the page speaks now. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ar: 'العربية',
} as const

export type Language = keyof typeof LANGUAGES

const REMEMBERED = 'countersign:language'

/** The first of a reader's languages (BCP 47 tags, in order) that the pages speak; English if there is none. */
export function chooseLanguage(preferred: readonly string[], remembered?: string | null): Language {
  const wanted = remembered ? [remembered, ...preferred] : preferred
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

/** Whether a tag is one of the pages' languages. */
export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag)
}

/** Which way a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The language that was chosen on this device; nothing where the browser keeps no storage. */
export function readRememberedLanguage(): string | null {
  try {
    return localStorage.getItem(REMEMBERED)
  } catch {
    return null
  }
}

/** Keeps the choice on this device, if the browser lets us: a page in another language is not worth a failure. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(REMEMBERED, language)
  } catch {
    // Private windows and full storages.
  }
}
