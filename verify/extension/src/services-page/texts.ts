import type { Language } from '@countersign/ui/messages/languages.ts'
import { useLanguage } from '@countersign/ui/messages/texts.ts'
import { ar } from './texts/ar.ts'
import { de } from './texts/de.ts'
import { type ExtensionText, en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import { ja } from './texts/ja.ts'

export const EXTENSION_TEXTS: Readonly<Record<Language, ExtensionText>> = { en, de, es, fr, ja, ar }

export function useExtensionText(): ExtensionText {
  return EXTENSION_TEXTS[useLanguage().language]
}
