import type { Language } from './languages.ts'

type Named = { readonly name: string; readonly names?: Readonly<Record<string, string>> }

/** An app with its name in the language of the page, or else its default name. */
export function named<App extends Named>(app: App, language: Language): App {
  const { name, names = {} } = app
  const tag = findTag(Object.keys(names), language)
  return { ...app, name: (tag !== undefined && names[tag]) || name }
}

/** Lookup (RFC 4647 §3.4) from the browser's variant of the page's language; without a match, any variant of it. */
export function findTag(
  tags: readonly string[],
  language: Language,
  preferred: readonly string[] = navigator.languages,
): string | undefined {
  const isVariant = (tag: string) => `${tag}-`.toLowerCase().startsWith(`${language}-`)
  for (let range = preferred.find(isVariant) ?? language; range !== ''; range = range.replace(/-?[^-]*$/, '')) {
    const found = tags.find((tag) => tag.toLowerCase() === range.toLowerCase())
    if (found !== undefined) return found
  }
  return tags.find(isVariant)
}
