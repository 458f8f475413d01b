/** Every language of the pages, by its own name. */
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

/** The first of the preferred languages (BCP 47 tags) that the pages have; English otherwise. */
export function chooseLanguage(preferred: readonly string[], remembered?: string | null): Language {
  const wanted = remembered ? [remembered, ...preferred] : preferred
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag)
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

export function readRememberedLanguage(): string | null {
  try {
    return localStorage.getItem(REMEMBERED)
  } catch {
    return null
  }
}

/** Remembers the choice on this device, if the browser has storage. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(REMEMBERED, language)
  } catch {
    // Private windows and full storages.
  }
}
