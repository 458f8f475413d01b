import '@countersign/web/client/ui/tokens.css'
import '@countersign/web/client/ui/base.css'
import '@countersign/web/client/ui/layout.css'
import '@countersign/web/client/ui/marks.css'
import '@countersign/web/client/ui/button.css'
import '@countersign/web/client/ui/card.css'
import '@countersign/web/client/ui/field.css'
import '@countersign/web/client/ui/page.css'
import './services-page.css'
import { chooseLanguage, readRememberedLanguage } from '@countersign/web/client/messages/languages.ts'
import { loadEntryText } from '@countersign/web/client/messages/load-texts.ts'
import { LanguageProvider } from '@countersign/web/client/messages/use-text.tsx'
import { BrandContext } from '@countersign/web/client/ui/page.tsx'
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
