import { isReadableTheme } from '@countersign/contracts/brand-theme'
import { type PageBrand, readPageConfig } from '@countersign/contracts/page-config'
import { chooseLanguage, readRememberedLanguage } from '@countersign/ui/messages/languages.ts'
import type { WireConfig } from './services.ts'
import { EXTENSION_TEXTS } from './services-page/texts.ts'

/** The operator's current look, which no one confirmed: no colours that hide a button, and links that say whose they are. */
export function withCheckedLooks(config: WireConfig): WireConfig {
  const { name, logo, links, supportUrl, theme } = readPageConfig(config).brand
  const brand = { name, logo, links: links.map(marked), support_url: supportUrl }
  return { ...config, brand: { ...brand, theme: isReadableTheme(theme) ? theme : {} } }
}

function marked({ label, url }: PageBrand['links'][number]): PageBrand['links'][number] {
  const text = EXTENSION_TEXTS[chooseLanguage(navigator.languages, readRememberedLanguage())]
  return { label: `${label} (${text.operatorLink(new URL(url).host)})`, url }
}
