import './apps.css'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List } from '../../ui/list.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { OpenedProfile } from '../../vault/protocol.ts'
import { UnlockPage } from '../sign-in/sign-in-page.tsx'
import { SignOut } from '../signed-in/sign-out.tsx'
import { AppRow } from './app-row.tsx'
import { type ConnectedApp, connectedApps } from './connected-apps.ts'

/** `/apps`: what each app may see, and the way to take it back. */
export function AppsPage() {
  const { state } = useSession()
  if (state.status === 'locked') return <UnlockPage authRequestId={undefined} />
  return <ConnectedApps profile={state.profile} />
}

function ConnectedApps({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { ask } = useSession()
  const { loaded, reload } = useLoaded(() => ask('listGrants', {}))
  const [revoked, setRevoked] = useState<string>()
  const showRevoked = ({ name }: ConnectedApp) => {
    setRevoked(name)
    reload()
  }
  return (
    <Page current="apps" title={text.apps.title} lead={text.apps.lead} action={<SignOut profile={profile} />}>
      <Notice kind="good">{revoked !== undefined && text.apps.revoked(revoked)}</Notice>
      {loaded.status === 'loading' && <p class="fine">{text.common.loading}</p>}
      {loaded.status === 'failed' && (
        <>
          <Notice kind="error">{text.apps.unavailable}</Notice>
          <FailureNotice failure={loaded.failure} />
          <div class="actions start">
            <Button onClick={reload}>{text.common.tryAgain}</Button>
          </div>
        </>
      )}
      {loaded.status === 'loaded' && (
        <AppList apps={connectedApps(loaded.value, profile.knownApps)} onRevoked={showRevoked} />
      )}
    </Page>
  )
}

function AppList({ apps, onRevoked }: { apps: readonly ConnectedApp[]; onRevoked: (app: ConnectedApp) => void }) {
  const text = useFullText()
  if (apps.length === 0) return <EmptyState title={text.apps.emptyTitle}>{text.apps.empty}</EmptyState>
  return (
    <List>
      {apps.map((app) => (
        <AppRow key={app.clientId} app={app} onRevoked={() => onRevoked(app)} />
      ))}
    </List>
  )
}
