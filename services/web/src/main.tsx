import './ui/styles.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { chooseLanguage, readRememberedLanguage } from './messages/languages.ts'
import { loadEntryText } from './messages/load-texts.ts'
import { LanguageProvider } from './messages/use-text.tsx'
import { readPageConfig } from './page-config.ts'
import { createBrowserStorage } from './session/browser-storage.ts'
import { DraftProvider } from './session/draft.tsx'
import { SessionProvider } from './session/session.tsx'
import { BrandContext, readPageBrand } from './ui/brand.tsx'
import { startTrustedWorker } from './worker/trusted-worker.ts'
import { createVaultClient } from './worker/vault-client.ts'

/** Shows the page, once its language is here. */
async function start(root: HTMLElement): Promise<void> {
  const language = chooseLanguage(navigator.languages, readRememberedLanguage())
  const entry = await loadEntryText(language)
  const config = readPageConfig(document)
  const vault = createVaultClient(
    startTrustedWorker,
    { coreUrl: config.coreUrl, pinnedServerKeys: config.opaqueServerKeys },
    createBrowserStorage(() => localStorage),
  )
  render(
    <BrandContext.Provider value={readPageBrand(config.brand)}>
      <LanguageProvider language={language} entry={entry}>
        <SessionProvider vault={vault}>
          <DraftProvider>
            <App issuer={config.issuer} />
          </DraftProvider>
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
