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
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { AppRow } from './app-row.tsx'
import { type ConnectedApp, connectedApps, formerApps } from './connected-apps.ts'

/** `/apps`: connected apps, their data and their access. */
export function AppsPage() {
  return <RequireSignIn>{(profile) => <ConnectedApps profile={profile} />}</RequireSignIn>
}

function ConnectedApps({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { ask } = useSession()
  const loaded = useLoaded(async () => ({
    grants: await ask('listGrants', {}),
    history: await ask('readAppHistory', {}),
  }))
  const [revoked, setRevoked] = useState<string>()
  const showRevoked = ({ name }: ConnectedApp) => {
    setRevoked(name)
    void loaded.reload()
  }
  return (
    <SignedInFrame current="apps" title={text.apps.title} lead={text.apps.lead}>
      <Notice kind="good">{revoked !== undefined && text.apps.revoked(revoked)}</Notice>
      <Notice kind="error">{loaded.failure && text.apps.unavailable}</Notice>
      <LoadingNotice loaded={loaded} />
      {loaded.content && !loaded.failure && (
        <>
          <AppList apps={connectedApps({ ...loaded.content, knownApps: profile.knownApps })} onRevoked={showRevoked} />
          <FormerApps apps={formerApps({ ...loaded.content, knownApps: profile.knownApps })} />
        </>
      )}
    </SignedInFrame>
  )
}

function AppList({ apps, onRevoked }: { apps: readonly ConnectedApp[]; onRevoked: (app: ConnectedApp) => void }) {
  const text = useFullText()
  if (apps.length === 0)
    return (
      <EmptyState picture="apps" title={text.apps.emptyTitle}>
        {text.apps.empty}
      </EmptyState>
    )
  return (
    <List>
      {apps.map((app) => (
        <AppRow key={app.clientId} app={app} onRevoked={() => onRevoked(app)} />
      ))}
    </List>
  )
}

function FormerApps({ apps }: { apps: readonly ConnectedApp[] }) {
  const text = useFullText()
  if (apps.length === 0) return null
  return (
    <section class="stack apps-former" aria-labelledby="former-apps">
      <div>
        <h2 id="former-apps">{text.apps.formerTitle}</h2>
        <p class="fine">{text.apps.formerLead}</p>
      </div>
      <List>
        {apps.map((app) => (
          <AppRow key={app.clientId} app={app} onRevoked={() => undefined} />
        ))}
      </List>
    </section>
  )
}
