import type { OpenedProfile, ReleasedValue } from '@countersign/device'
import { useState } from 'preact/hooks'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText, useLanguage } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { AppIcon } from '../../ui/app-marks.tsx'
import { ClaimNames } from '../../ui/claim-names.tsx'
import { ClaimText, IssuerNote } from '../../ui/claim-text.tsx'
import { ConfirmDialog, DialogButton } from '../../ui/dialog.tsx'
import { EmptyState, List, Row } from '../../ui/list.tsx'
import { LoadingNotice, useLoaded } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAppLogo } from '../../ui/use-app-logo.ts'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { type Access, type ConnectedApp, connectedApps, formerApps } from './connected-apps.ts'

/** `/apps`: connected apps, their data and their access. */
export function AppsPage() {
  return <RequireSignIn>{(profile) => <ConnectedApps profile={profile} />}</RequireSignIn>
}

function ConnectedApps({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { language } = useLanguage()
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
  const known = loaded.content && { ...loaded.content, knownApps: profile.knownApps, language }
  return (
    <SignedInFrame current="apps" title={text.apps.title} lead={text.apps.lead}>
      <Notice kind="good">{revoked !== undefined && text.apps.revoked(revoked)}</Notice>
      <Notice kind="error">{loaded.failure && text.apps.unavailable}</Notice>
      <LoadingNotice loaded={loaded} />
      {known && !loaded.failure && (
        <>
          <AppList apps={connectedApps(known)} onRevoked={showRevoked} />
          <FormerApps apps={formerApps(known)} />
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
        <AppRow key={app.clientId} app={app} onRevoked={onRevoked} />
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
          <AppRow key={app.clientId} app={app} />
        ))}
      </List>
    </section>
  )
}

type AppRowProps = {
  readonly app: ConnectedApp
  readonly onRevoked?: ((app: ConnectedApp) => void) | undefined
}

function AppRow({ app, onRevoked }: AppRowProps) {
  const text = useFullText()
  const format = useFormat()
  const logo = useAppLogo(app.clientId)
  const since = app.access ? text.apps.since : text.apps.firstApproved
  return (
    <Row
      icon={<AppIcon name={app.name} logo={logo} />}
      title={<bdi>{app.name}</bdi>}
      detail={app.host !== undefined && <bdi>{app.host}</bdi>}
      action={
        app.access && (
          <DialogButton kind="secondary" label={text.apps.revoke} about={app.name}>
            {(close) => <RevokeDialog app={app} onRevoked={onRevoked} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <div class="apps-facts">
        <h3>{text.apps.shared}</h3>
        <GivenValues released={app.released} />
        <p class="fine">
          {since(format.date(app.since))} {app.access && <AccessFacts access={app.access} />}
        </p>
      </div>
    </Row>
  )
}

function AccessFacts({ access: { lastUsedAt, tokenUntil, endsAt, isEndChosen } }: { access: Access }) {
  const { apps } = useFullText()
  const format = useFormat()
  const ends = isEndChosen ? apps.ends : apps.endsUnused
  return (
    <>
      {apps.lastUsed(format.dateTime(lastUsedAt))}{' '}
      {tokenUntil === undefined ? apps.noToken : apps.token(format.dateTime(tokenUntil))}{' '}
      {ends(isEndChosen ? format.dateTime(endsAt) : format.date(endsAt))}
    </>
  )
}

function RevokeDialog({ app, onRevoked, onClose }: AppRowProps & { onClose: () => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const revoke = async () => {
    await ask('revokeApp', { clientId: app.clientId, name: app.name })
    onClose()
    onRevoked?.(app)
  }
  return (
    <ConfirmDialog
      title={text.apps.revokeTitle(app.name)}
      message={text.apps.revokeText(app.name)}
      confirm={text.apps.revoke}
      busyText={text.apps.revoking}
      work={revoke}
      onCancel={onClose}
    />
  )
}

function GivenValues({ released }: { released: readonly ReleasedValue[] | undefined }) {
  const text = useFullText()
  const format = useFormat()
  if (!released) return <p>{text.apps.sharedUnknown}</p>
  if (released.length === 0) return <p>{text.activity.nothing}</p>
  const claims = [...new Set(released.map(({ claim }) => claim))]
  const issuers = released.flatMap(({ claim, issuedBy }) => (issuedBy ? [[claim, issuedBy.name] as const] : []))
  return (
    <>
      <p>
        <ClaimNames claims={claims} issuers={Object.fromEntries(issuers)} />
      </p>
      <details class="more">
        <summary>{text.apps.values}</summary>
        <dl class="apps-given">
          {released.toReversed().map(({ claim, value, first, last, issuedBy }) => (
            <div key={`${claim} ${value} ${issuedBy?.issuer}`}>
              <dt>{labelOf(text, claim)}</dt>
              <dd>
                <ClaimText claim={claim} value={value} /> <IssuerNote claim={claim} issuer={issuedBy} />
              </dd>
              <dd class="fine">{text.apps.given(format.date(first), format.date(last))}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
