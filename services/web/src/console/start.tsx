import { openPage } from '../open-page.tsx'
import { ConsoleApp } from './console-app.tsx'

const root = document.getElementById('console')
if (!root) throw new Error('console/index.html has no element with the id "console".')
// main.tsx shows that not everything arrived when this import fails.
await openPage(root, ({ issuer }) => <ConsoleApp issuer={issuer} />, 'en')
