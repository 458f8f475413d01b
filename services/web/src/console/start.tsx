import './app-part.css'
import './desk.css'
import './table.css'
import './details.css'
import './console.css'
import { useMemo, useState } from 'preact/hooks'
import { openPage } from '../open-page.tsx'
import { lazyPage } from '../ui/lazy-page.tsx'
import { BySession, ByToken, EntryPage } from './access.tsx'
import type { Addresses } from './api/send-by-token.ts'
import { TestReturnPage } from './apps/test-return-page.tsx'
import { useConsoleLocation } from './console-paths.ts'

type Way = { readonly by: 'session' } | { readonly by: 'token'; readonly token: string }

/** The console. A reload forgets how the operator came in. */
function Console({ issuer, coreUrl }: Addresses) {
  const addresses = useMemo(() => ({ issuer, coreUrl }), [issuer, coreUrl])
  const [way, setWay] = useState<Way>()
  const { page } = useConsoleLocation()
  const leave = () => setWay(undefined)
  if (page === 'testSignIn') return <TestReturnPage />
  switch (way?.by) {
    case undefined:
      return (
        <EntryPage
          addresses={addresses}
          onSession={() => setWay({ by: 'session' })}
          onToken={(token) => setWay({ by: 'token', token })}
        />
      )
    case 'session':
      return <BySession issuer={issuer} onLeave={leave} />
    case 'token':
      return <ByToken addresses={addresses} firstToken={way.token} onLeave={leave} />
  }
}

const root = document.getElementById('console')
if (!root) throw new Error('console/index.html has no element with the id "console".')
// lazyPage loads the texts of the elements of ui/ that only pages behind the sign-in use.
const LoadedConsole = lazyPage(async () => Console)
// main.tsx shows that not everything arrived when this import fails.
await openPage(root, ({ issuer, coreUrl }) => <LoadedConsole issuer={issuer} coreUrl={coreUrl} />, 'en')
