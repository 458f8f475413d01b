import './ui/styles.ts'
import { App } from './app.tsx'
import { chooseLanguage, readRememberedLanguage } from './messages/languages.ts'
import { loadRestText } from './messages/load-texts.ts'
import { openPage } from './open-page.tsx'
import { remembersVaults } from './session/browser-storage.ts'

/** Whoever was here before comes back: what they see first is fetched beside what all need. Should it fail, it is fetched again. */
function fetchKnownPersonPage(): void {
  const language = chooseLanguage(navigator.languages, readRememberedLanguage())
  const fetches = [import('./pages/sign-in/known-person-page.tsx'), loadRestText(language)]
  for (const each of fetches) each.catch(() => undefined)
}

if (remembersVaults()) fetchKnownPersonPage()
// The console's document has no such element: it shares what is loaded first, and fetches the rest of its own.
const root = document.getElementById('app')
const opened = root ? openPage(root, (config) => <App {...config} />) : import('./console/start.tsx')
opened.catch(() => {
  // Without its texts or its configuration the page can say nothing itself; this sentence came with the document.
  document.getElementById('not-loaded')?.removeAttribute('hidden')
})
