import './ui/theme.css'
import './ui/elements.css'
import './ui/pages.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { readPlace } from './place.ts'
import { SessionProvider } from './session.tsx'
import { startTrustedWorker } from './vault/trusted-worker.ts'
import { createVaultClient } from './vault/vault-client.ts'

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no element with the id "app".')

const place = readPlace(document)
const vault = createVaultClient(startTrustedWorker, place.coreUrl)
render(
  <SessionProvider vault={vault}>
    <App issuer={place.issuer} />
  </SessionProvider>,
  root,
)
