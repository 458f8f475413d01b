import './apps.css'
import type { AppUpdate, OpenedProfile, ReleasedValue } from '@countersign/device'
import { ClaimNames } from '@countersign/ui/claim-names.tsx'
import { ClaimText, IssuerNote } from '@countersign/ui/claim-text.tsx'
import { ConfirmDialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { AppIcon, Notice } from '@countersign/ui/elements.tsx'
import { EmptyState, Fact, List, Row } from '@countersign/ui/list.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useRelativeTime } from '@countersign/ui/messages/relative-time.ts'
import { labelOf, useFormat, useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAppLogo } from '../../request-preview/use-app-logo.ts'
import { useSession } from '../../session/session.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { useOfferedUpdates } from '../updates/updates-after-edit.tsx'
import { type ConnectedApp, connectedApps, formerApps } from './connected-apps.ts'
import { KeptUpToDate } from './kept-up-to-date.tsx'
import { NextChoice } from './next-choice.tsx'
import { nextClaims, sharesNext } from './next-claims.ts'

/** `/apps`: connected apps, their data and their access. */
export function AppsPage() {
  return <RequireSignIn>{(profile) => <ConnectedApps profile={profile} />}</RequireSignIn>
}

type Done = (note: string) => void

function ConnectedApps({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { language } = useLanguage()
  const { ask } = useSession()
  const loaded = useLoaded(async () => ({
    grants: await ask('listGrants', {}),
    history: await ask('readAppHistory', {}),
    updates: await ask('listUpdates', {}),
  }))
  const [note, setNote] = useState('')
  const done = (said: string) => {
    setNote(said)
    void loaded.reload()
  }
  const { offer, dialog } = useOfferedUpdates(() => void loaded.reload())
  const chosen = (said: string) => {
    done(said)
    void offer()
  }
  const known = loaded.content && { ...loaded.content, knownApps: profile.knownApps, language }
  return (
    <SignedInFrame current="apps" title={text.apps.title} lead={text.apps.lead}>
      <Notice kind="good">{note}</Notice>
      <Notice kind="error">{loaded.failure && text.apps.unavailable}</Notice>
      <LoadingNotice loaded={loaded} />
      {known && !loaded.failure && (
        <>
          <AppList apps={connectedApps(known)} updates={known.updates} held={profile} onDone={done} onChosen={chosen} />
          <FormerApps apps={formerApps(known)} />
        </>
      )}
      {dialog}
    </SignedInFrame>
  )
}

type AppListProps = {
  readonly apps: readonly ConnectedApp[]
  readonly updates: readonly AppUpdate[]
  readonly held: OpenedProfile
  readonly onDone: Done
  /** Another choice for next time. */
  readonly onChosen: Done
}

function AppList({ apps, ...list }: AppListProps) {
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
        <AppRow
          key={app.clientId}
          app={app}
          action={
            <DialogButton kind="secondary" label={text.apps.revoke} about={app.name}>
              {(close) => <RevokeDialog app={app} onDone={list.onDone} onClose={close} />}
            </DialogButton>
          }
        >
          <AccessFacts app={app} {...list} />
        </AppRow>
      ))}
    </List>
  )
}

function FormerApps({ apps }: { apps: readonly ConnectedApp[] }) {
  const text = useFullText()
  const format = useFormat()
  if (apps.length === 0) return null
  return (
    <section class="stack apps-former" aria-labelledby="former-apps">
      <div>
        <h2 id="former-apps">{text.apps.formerTitle}</h2>
        <p class="fine">{text.apps.formerLead}</p>
      </div>
      <List>
        {apps.map((app) => (
          <AppRow key={app.clientId} app={app} isNested>
            <Fact label={text.apps.firstTime}>{format.date(app.since)}</Fact>
            {app.lastAt !== undefined && format.date(app.lastAt) !== format.date(app.since) && (
              <Fact label={text.apps.lastTime}>{format.date(app.lastAt)}</Fact>
            )}
            {app.endedAt !== undefined && <Fact label={text.apps.removed}>{format.date(app.endedAt)}</Fact>}
          </AppRow>
        ))}
      </List>
    </section>
  )
}

type AppRowProps = {
  readonly app: ConnectedApp
  readonly isNested?: boolean
  readonly action?: ComponentChildren
  readonly children: ComponentChildren
}

function AppRow({ app, isNested, action, children }: AppRowProps) {
  const text = useFullText()
  const logo = useAppLogo(app.clientId)
  return (
    <Row
      icon={<AppIcon name={app.name} logo={logo} />}
      title={<bdi>{app.name}</bdi>}
      isNested={isNested}
      detail={app.host !== undefined && <bdi>{app.host}</bdi>}
      action={action}
    >
      <dl class="apps-facts">
        <Fact label={text.apps.shared}>
          <GivenValues released={app.released} />
        </Fact>
        {children}
      </dl>
    </Row>
  )
}

function AccessFacts({ app, updates, held, onDone, onChosen }: Omit<AppListProps, 'apps'> & { app: ConnectedApp }) {
  const { apps } = useFullText()
  const format = useFormat()
  const { ago } = useRelativeTime()
  const { access, name, next, since } = app
  const update = updates.find(({ clientId }) => clientId === app.clientId)
  if (!access) return null
  return (
    <>
      {update && <KeptUpToDate update={update} onDone={onDone} />}
      {next && nextClaims(sharesNext(next, held)).length > 0 && (
        <Fact label={apps.next}>
          <NextChoice app={{ ...app, next }} held={held} onChanged={() => onChosen(apps.nextSaved(name))} />
        </Fact>
      )}
      <Fact label={apps.connectedSince}>{format.date(since)}</Fact>
      <Fact label={apps.used}>
        <time dateTime={access.lastUsedAt} title={format.dateTime(access.lastUsedAt)}>
          {ago(access.lastUsedAt)}
        </time>
      </Fact>
      <Fact label={apps.accessEnds}>
        {access.isEndChosen ? format.dateTime(access.endsAt) : apps.endsIfUnused(format.date(access.endsAt))}
      </Fact>
    </>
  )
}

type RevokeDialogProps = { readonly app: ConnectedApp; readonly onDone: Done; readonly onClose: () => void }

function RevokeDialog({ app, onDone, onClose }: RevokeDialogProps) {
  const text = useFullText()
  const { ask } = useSession()
  const revoke = async () => {
    await ask('revokeApp', { clientId: app.clientId, name: app.name })
    onClose()
    onDone(text.apps.revoked(app.name))
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
