import { Button } from '@countersign/ui/elements.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { Page } from '@countersign/ui/page.tsx'
import { useState } from 'preact/hooks'
import type { ConsoleApi } from './api/console-api.ts'
import { AppPage } from './apps/app-page.tsx'
import { AppsPage } from './apps/apps-page.tsx'
import { RegisterPage } from './apps/register-page.tsx'
import { AuditPage } from './audit/audit-page.tsx'
import { ClaimsPage } from './catalogue/claims-page.tsx'
import { ResourcesPage } from './catalogue/resources-page.tsx'
import { ScopesPage } from './catalogue/scopes-page.tsx'
import { ConsoleContext, ConsoleFrame, useConsole } from './console-frame.tsx'
import { useConsoleLocation } from './console-paths.ts'
import { CopyValue } from './elements.tsx'
import { HealthPage } from './health/health-page.tsx'
import { KeysPage } from './keys-page.tsx'
import { AccountPage } from './people/account-page.tsx'
import { InvitationsPage } from './people/invitations-page.tsx'
import { PeoplePage } from './people/people-page.tsx'
import { texts } from './texts.ts'
import { TokensPage } from './tokens-page.tsx'

type ConsolePagesProps = { readonly api: ConsoleApi; readonly issuer: string; readonly onLeave: () => void }

/** Shows the current page once the service has answered the user's role. */
export function ConsolePages({ api, issuer, onLeave }: ConsolePagesProps) {
  const access = useLoaded(() => api.readAccess())
  const [said, say] = useState('')
  const { content } = access
  const console = content && { api, issuer, access: content, leave: onLeave, said, say }
  if (!console) {
    const leave = <Button kind="quiet" onClick={onLeave} label={texts.access.leave} />
    return (
      <Page title={texts.access.title} action={leave}>
        <LoadingNotice loaded={access} />
      </Page>
    )
  }
  return (
    <ConsoleContext.Provider value={console}>
      {console.access.role === 'none' ? <NoAccessPage /> : <CurrentPage />}
    </ConsoleContext.Provider>
  )
}

function CurrentPage() {
  const { page, query } = useConsoleLocation()
  switch (page) {
    case 'apps':
      return <AppsPage search={query.get('search') ?? ''} />
    case 'register':
      return <RegisterPage />
    case 'app':
      return (
        <AppPage key={query.get('client_id')} clientId={query.get('client_id') ?? ''} part={query.get('part') ?? ''} />
      )
    case 'scopes':
      return <ScopesPage />
    case 'claims':
      return <ClaimsPage />
    case 'resources':
      return <ResourcesPage />
    case 'tokens':
      return <TokensPage />
    case 'keys':
      return <KeysPage />
    case 'audit':
      return <AuditPage key={query.toString()} query={query} />
    case 'health':
      return <HealthPage />
    case 'people':
      return <PeoplePage />
    case 'invitations':
      return <InvitationsPage />
    case 'account':
      return <AccountPage key={query.get('user_id')} userId={query.get('user_id') ?? ''} />
    case 'testSignIn':
      return <ConsoleFrame title={texts.access.missingTitle} lead={texts.access.missing} />
  }
}

/** For a user without a role: shows the user id that an operator needs to grant one. */
function NoAccessPage() {
  const { user_id } = useConsole().access
  return (
    <ConsoleFrame title={texts.access.noneTitle} lead={texts.access.none}>
      {user_id !== null && <CopyValue label={texts.access.userId} value={user_id} />}
    </ConsoleFrame>
  )
}
