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
import '@countersign/web/client/pages/pages.css'
import '@countersign/web/client/pages/sign-in/sign-in.css'
import './app-part.css'
import './desk.css'
import './table.css'
import './details.css'
import './console.css'
import { lazyPage } from '@countersign/ui/lazy-page.tsx'
import { openPage } from '@countersign/web/client/open-page.tsx'
import { useMemo, useState } from 'preact/hooks'
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

// lazyPage loads the texts of the elements of packages/ui that only pages behind the sign-in use.
const LoadedConsole = lazyPage(async () => Console)
const root = document.getElementById('console')
if (!root) throw new Error('The document has no element with the id "console".')
openPage(root, ({ issuer, coreUrl }) => <LoadedConsole issuer={issuer} coreUrl={coreUrl} />, 'en').catch(() => {
  // Texts or configuration are missing; this sentence came with the document.
  document.getElementById('not-loaded')?.removeAttribute('hidden')
})
