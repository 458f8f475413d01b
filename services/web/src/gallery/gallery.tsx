import '../ui/styles.ts'
import '../pages/consent/consent.css'
import './gallery.css'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { chooseLanguage } from '../messages/languages.ts'
import { loadEntryText } from '../messages/load-texts.ts'
import { LanguageProvider, useLanguage } from '../messages/use-text.tsx'
import { BrandContext } from '../ui/brand.tsx'
import { Page } from '../ui/page.tsx'
import { DesignTokens } from './design-tokens.tsx'
import { Elements } from './elements.tsx'

const BRAND = {
  name: 'Countersign',
  logo: '',
  links: [
    { label: 'Imprint', url: 'https://example.org/imprint' },
    { label: 'Privacy', url: 'https://example.org/privacy' },
  ],
  supportUrl: 'https://example.org/help',
  theme: {},
}

/** Shown once the texts of the pages that are loaded when they are opened are here too. */
function Gallery() {
  const { rest, loadRest } = useLanguage()
  useEffect(() => void loadRest(), [loadRest])
  if (rest === undefined) return null
  return (
    <Page title="Design system" lead="Every token and every element, as the pages use them." isWide>
      <DesignTokens />
      <Elements />
    </Page>
  )
}

/** Every token and every element on one page, for docs/design-system.md and its test. */
async function show(root: HTMLElement): Promise<void> {
  const language = chooseLanguage(navigator.languages)
  const entry = await loadEntryText(language)
  render(
    <BrandContext.Provider value={BRAND}>
      <LanguageProvider language={language} entry={entry}>
        <Gallery />
      </LanguageProvider>
    </BrandContext.Provider>,
    root,
  )
}

const root = document.getElementById('app')
if (root) void show(root)
