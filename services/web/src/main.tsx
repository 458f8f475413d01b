// Of two rules with the same specificity the later one wins.
import './ui/tokens.css'
import './ui/base.css'
import './ui/layout.css'
import './ui/marks.css'
import './ui/button.css'
import './ui/card.css'
import './ui/field.css'
import './ui/page.css'
import './ui/frame.css'
import './pages/pages.css'
import './pages/sign-in/sign-in.css'
import { App } from './app.tsx'
import { chooseLanguage, readRememberedLanguage } from './messages/languages.ts'
import { loadRestText } from './messages/load-texts.ts'
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

// The console's document has no #app: it shares the entry and loads the rest.
const root = document.getElementById('app')
if (root) fetchFirstPage()
const opened = root ? openPage(root, (config) => <App {...config} />) : import('./console/start.tsx')
opened.catch(() => {
  // Texts or configuration are missing; this sentence came with the document.
  document.getElementById('not-loaded')?.removeAttribute('hidden')
})
