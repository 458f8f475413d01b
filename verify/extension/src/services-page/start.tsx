import '@countersign/ui/tokens.css'
import '@countersign/ui/base.css'
import '@countersign/ui/layout.css'
import '@countersign/ui/marks.css'
import '@countersign/ui/button.css'
import '@countersign/ui/card.css'
import '@countersign/ui/field.css'
import '@countersign/ui/page.css'
import './services-page.css'
import { chooseLanguage, readRememberedLanguage } from '@countersign/ui/messages/languages.ts'
import { loadEntryText } from '@countersign/ui/messages/load-texts.ts'
import { LanguageProvider } from '@countersign/ui/messages/texts.ts'
import { BrandContext } from '@countersign/ui/page.tsx'
import { render } from 'preact'
import { ServicesPage } from './services-page.tsx'

const OWN_BRAND = { name: 'Countersign', logo: '', links: [], supportUrl: '', theme: {} }

/** The extension's own page. Its query says what it is opened for (`client.ts`, `background.ts`). */
async function start(root: HTMLElement): Promise<void> {
  const language = chooseLanguage(navigator.languages, readRememberedLanguage())
  const entry = await loadEntryText(language)
  const query = new URLSearchParams(location.search)
  render(
    <BrandContext.Provider value={OWN_BRAND}>
      <LanguageProvider language={language} entry={entry}>
        <ServicesPage
          added={query.get('add') ?? ''}
          changed={query.get('changed') ?? ''}
          answer={query.get('answer') ?? ''}
        />
      </LanguageProvider>
    </BrandContext.Provider>,
    root,
  )
}

const root = document.getElementById('services')
if (root) await start(root)
