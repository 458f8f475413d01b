import './console.css'
import { useState } from 'preact/hooks'
import { lazyPage } from '../ui/lazy-page.tsx'
import { BySession } from './access/by-session.tsx'
import { ByToken } from './access/by-token.tsx'
import { EntryPage } from './access/entry-page.tsx'

type Way = { readonly by: 'session' } | { readonly by: 'token'; readonly token: string }

/** The console: asks for a way in, and shows its pages to whoever has one. A reload forgets it. */
const Console = lazyPage(async () => LoadedConsole)

function LoadedConsole({ issuer }: { issuer: string }) {
  const [way, setWay] = useState<Way>()
  const leave = () => setWay(undefined)
  switch (way?.by) {
    case undefined:
      return (
        <EntryPage
          issuer={issuer}
          onSession={() => setWay({ by: 'session' })}
          onToken={(token) => setWay({ by: 'token', token })}
        />
      )
    case 'session':
      return <BySession issuer={issuer} onLeave={leave} />
    case 'token':
      return <ByToken issuer={issuer} firstToken={way.token} onLeave={leave} />
  }
}

/** `lazyPage` brings the texts of the elements that only pages behind the sign-in use. */
export { Console as ConsoleApp }
