// Of two rules with the same specificity the later one wins.
import '@countersign/ui/tokens.css'
import '@countersign/ui/base.css'
import '@countersign/ui/layout.css'
import '@countersign/ui/marks.css'
import '@countersign/ui/button.css'
import '@countersign/ui/card.css'
import '@countersign/ui/field.css'
import '@countersign/ui/page.css'
import '@countersign/ui/frame.css'
import './pages/pages.css'
import './pages/sign-in/sign-in.css'
import { chooseLanguage, readRememberedLanguage } from '@countersign/ui/messages/languages.ts'
import { loadRestText } from '@countersign/ui/messages/load-texts.ts'
import { App } from './app.tsx'
import { openPage } from './open-page.tsx'
import { remembersVaults } from './session/browser-storage.ts'

/** Prefetches the first page of a returning user, or of a new one, beside the entry. The page retries after a failure. */
function fetchFirstPage(): void {
  const language = chooseLanguage(navigator.languages, readRememberedLanguage())
  const page = remembersVaults()
    ? import('./pages/sign-in/known-person-page.tsx')
    : import('./pages/sign-up/newcomer-card.tsx')
  const fetches = [page, loadRestText(language)]
  for (const each of fetches) each.catch(() => undefined)
}

fetchFirstPage()
const root = document.getElementById('app')
if (!root) throw new Error('index.html has no element with the id "app".')
openPage(root, (config) => <App {...config} />).catch(() => {
  // Texts or configuration are missing; this sentence came with the document.
  document.getElementById('not-loaded')?.removeAttribute('hidden')
})
