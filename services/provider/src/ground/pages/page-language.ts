/** The same languages as the web client. */
export type PageLanguage = 'en' | 'de' | 'es' | 'fr' | 'ja' | 'ar'

const LANGUAGES: ReadonlySet<string> = new Set<PageLanguage>(['en', 'de', 'es', 'fr', 'ja', 'ar'])

/** Picks the language from Accept-Language (RFC 9110 §12.5.4); English by default. */
export function pageLanguageOf(acceptLanguage = ''): PageLanguage {
  const wanted = acceptLanguage.split(',').map((each) => {
    const [tag = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return { language: tag.split('-')[0] ?? '', weight }
  })
  const inOrder = wanted.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight)
  return inOrder.map(({ language }) => language).find(isPageLanguage) ?? 'en'
}

function isPageLanguage(tag: string): tag is PageLanguage {
  return LANGUAGES.has(tag)
}
