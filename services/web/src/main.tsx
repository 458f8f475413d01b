import './ui/styles.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { chooseLanguage, type Language, readRememberedLanguage } from './messages/languages.ts'
import { loadEntryText, loadRestText } from './messages/load-texts.ts'
import { LanguageProvider } from './messages/use-text.tsx'
import { PAGE_CONFIG_PATH, type PageConfig, readPageConfig } from './page-config.ts'
import { createBrowserStorage, remembersVaults } from './session/browser-storage.ts'
import { DraftProvider } from './session/draft.tsx'
import { SessionProvider } from './session/session.tsx'
import { applyTheme, BrandContext } from './ui/brand.tsx'
import { startTrustedWorker } from './worker/trusted-worker.ts'
import { createVaultClient } from './worker/vault-client.ts'

/** Shows the page, once its language and its configuration are here: nobody sees another name or other colours first. */
async function start(root: HTMLElement): Promise<void> {
  const language = chooseLanguage(navigator.languages, readRememberedLanguage())
  if (remembersVaults()) fetchKnownPersonPage(language)
  const [entry, { issuer, coreUrl, opaqueServerKeys, credentialIssuers, brand }] = await Promise.all([
    loadEntryText(language),
    loadPageConfig(),
  ])
  applyTheme(brand.theme)
  const vault = createVaultClient(
    startTrustedWorker,
    { coreUrl, pinnedServerKeys: opaqueServerKeys, credentialIssuers },
    createBrowserStorage(() => localStorage),
  )
  render(
    <BrandContext.Provider value={brand}>
      <LanguageProvider language={language} entry={entry}>
        <SessionProvider vault={vault}>
          <DraftProvider>
            <App issuer={issuer} coreUrl={coreUrl} />
          </DraftProvider>
        </SessionProvider>
      </LanguageProvider>
    </BrandContext.Provider>,
    root,
  )
}

/** Whoever was here before comes back: what they see first is fetched beside what all need. Should it fail, it is fetched again. */
function fetchKnownPersonPage(language: Language): void {
  const fetches = [import('./pages/sign-in/known-person-page.tsx'), loadRestText(language)]
  for (const each of fetches) each.catch(() => undefined)
}

async function loadPageConfig(): Promise<PageConfig> {
  const response = await fetch(PAGE_CONFIG_PATH)
  return readPageConfig(await response.json())
}

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no element with the id "app".')
start(root).catch(() => {
  // Without its texts or its configuration the page can say nothing itself; this sentence came with the document.
  document.getElementById('not-loaded')?.removeAttribute('hidden')
})
