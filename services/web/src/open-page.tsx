import { type PageConfig, readPageConfig } from '@countersign/contracts/page-config'
import { chooseLanguage, type Language, readRememberedLanguage } from '@countersign/ui/messages/languages.ts'
import { loadEntryText } from '@countersign/ui/messages/load-texts.ts'
import { LanguageProvider } from '@countersign/ui/messages/texts.ts'
import { applyTheme, BrandContext } from '@countersign/ui/page.tsx'
import { loadConfig, sessionDatabase } from '@countersign/ui/place.ts'
import { type ComponentChildren, render } from 'preact'
import { createBrowserStorage } from './session/browser-storage.ts'
import { DraftProvider } from './session/draft.tsx'
import { SessionProvider } from './session/session.tsx'
import { startTrustedWorker } from './worker/trusted-worker.ts'
import { createVaultClient } from './worker/vault-client.ts'

/** Shows a page once its texts and configuration are loaded. `only`: its one language; otherwise the reader chooses. */
export async function openPage(
  root: HTMLElement,
  show: (config: PageConfig) => ComponentChildren,
  only?: Language,
): Promise<void> {
  const language = only ?? chooseLanguage(navigator.languages, readRememberedLanguage())
  const [entry, config] = await Promise.all([loadEntryText(language), loadConfig().then(readPageConfig)])
  const { coreUrl, issuer, opaqueServerKeys, credentialIssuers, brand } = config
  applyTheme(brand.theme)
  const vault = createVaultClient(
    startTrustedWorker,
    { coreUrl, issuer, pinnedServerKeys: opaqueServerKeys, credentialIssuers, database: sessionDatabase() },
    createBrowserStorage(() => localStorage),
  )
  render(
    <BrandContext.Provider value={brand}>
      <LanguageProvider language={language} entry={entry} isFixed={only !== undefined}>
        <SessionProvider vault={vault}>
          <DraftProvider>{show(config)}</DraftProvider>
        </SessionProvider>
      </LanguageProvider>
    </BrandContext.Provider>,
    root,
  )
}
