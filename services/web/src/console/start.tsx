import { chooseLanguage, readRememberedLanguage } from '../messages/languages.ts'
import { openPage } from '../open-page.tsx'
import { ConsoleApp } from './console-app.tsx'
import { ConsoleTextProvider } from './console-text.tsx'
import { loadConsoleText } from './load-console-text.ts'

const root = document.getElementById('console')
if (!root) throw new Error('console/index.html has no element with the id "console".')
// Whoever imports this hears of a failure: the console's document says that not everything arrived.
const text = await loadConsoleText(chooseLanguage(navigator.languages, readRememberedLanguage()))
await openPage(root, ({ issuer }) => (
  <ConsoleTextProvider first={text}>
    <ConsoleApp issuer={issuer} />
  </ConsoleTextProvider>
))
