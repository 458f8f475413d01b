import './ui/theme.css'
import './ui/elements.css'
import './ui/pages.css'
import './ui/sign-in.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { BrandContext, readBrand } from './brand.tsx'
import { KeptStateProvider } from './kept-state.tsx'
import { chooseLanguage, readRememberedLanguage } from './messages/languages.ts'
import { loadEntryText } from './messages/load-texts.ts'
import { LanguageProvider } from './messages/use-text.tsx'
import { readPlace } from './place.ts'
import { createBrowserStorage } from './session/browser-storage.ts'
import { SessionProvider } from './session.tsx'
import { startTrustedWorker } from './worker/trusted-worker.ts'
import { createVaultClient } from './worker/vault-client.ts'

/** Shows the page, once its language is here. */
async function start(root: HTMLElement): Promise<void> {
  const language = chooseLanguage(navigator.languages, readRememberedLanguage())
  const entry = await loadEntryText(language)
  const place = readPlace(document)
  const vault = createVaultClient(
    startTrustedWorker,
    { coreUrl: place.coreUrl, pinnedServerKeys: place.opaqueServerKeys },
    createBrowserStorage(() => localStorage),
  )
  render(
    <BrandContext.Provider value={readBrand(place.brand)}>
      <LanguageProvider language={language} entry={entry}>
        <SessionProvider vault={vault}>
          <KeptStateProvider>
            <App issuer={place.issuer} />
          </KeptStateProvider>
        </SessionProvider>
      </LanguageProvider>
    </BrandContext.Provider>,
    root,
  )
}

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no element with the id "app".')
start(root).catch(() => {
  // Without its texts the page can say nothing itself; this sentence came with the document.
  document.getElementById('not-loaded')?.removeAttribute('hidden')
})
