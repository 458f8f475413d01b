import './apps.css'
import type { OpenedProfile } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List } from '../../ui/list.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { RequireSignIn } from '../signed-in/require-sign-in.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { AppRow } from './app-row.tsx'
import { type ConnectedApp, connectedApps } from './connected-apps.ts'

/** `/apps`: what each app may see, and the way to take it back. */
export function AppsPage() {
  return <RequireSignIn>{(profile) => <ConnectedApps profile={profile} />}</RequireSignIn>
}

function ConnectedApps({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { ask } = useSession()
  const grants = useLoaded(() => ask('listGrants', {}))
  const [revoked, setRevoked] = useState<string>()
  const showRevoked = ({ name }: ConnectedApp) => {
    setRevoked(name)
    void grants.reload()
  }
  return (
    <SignedInFrame current="apps" title={text.apps.title} lead={text.apps.lead}>
      <Notice kind="good">{revoked !== undefined && text.apps.revoked(revoked)}</Notice>
      <Notice kind="error">{grants.failure && text.apps.unavailable}</Notice>
      <LoadingNotice loaded={grants} />
      {grants.content && !grants.failure && (
        <AppList apps={connectedApps(grants.content, profile.knownApps)} onRevoked={showRevoked} />
      )}
    </SignedInFrame>
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
