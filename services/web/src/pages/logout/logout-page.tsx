import { findReturnTarget, type KnownPerson, type LogoutView } from '@countersign/device'
import { AppIcon, Button, ButtonLink, FailureNotice, Marked } from '@countersign/ui/elements.tsx'
import { EndPage } from '@countersign/ui/end-page.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { named } from '@countersign/ui/messages/app-name.ts'
import { useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { here } from '@countersign/ui/place.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { tellTabsOfLeaving } from '../../session/tab-news.ts'

/** Asks the user to confirm a sign-out that an app requested. Does nothing without a click: anyone can make such a link. */
export function LogoutPage() {
  const { logout, common } = useFullText()
  const { ask } = useSession()
  // In the fragment, which no server sees; read once.
  const [request] = useState(() => here().hash.slice(1))
  const { language } = useLanguage()
  const { content, failure, reload } = useLoaded(() => ask('readLogoutRequest', { request }))
  if (request === '' || failure?.code === 'request_expired')
    return <EndPage title={logout.overTitle} lead={logout.over} />
  if (content) return <LoadedRequest request={{ ...content, app: content.app && named(content.app, language) }} />
  return (
    <Page title={common.signOut} hasHomeLink={false}>
      <FailureNotice failure={failure} />
      {failure && (
        <div class="actions start">
          <Button onClick={() => void reload()} label={common.tryAgain} />
        </div>
      )}
    </Page>
  )
}

function LoadedRequest({ request }: { request: LogoutView }) {
  const { logout, problem } = useFullText()
  const [outcome, setOutcome] = useState<'signed_out' | 'stayed'>()
  const { app, returnTo, person } = request
  const icon = app && <AppIcon name={app.name} logo={app.logo} />
  const end = (how: 'signed_out' | 'stayed') => {
    // The page stays when the address belongs to an app on this device.
    setOutcome(how)
    if (returnTo !== undefined) location.replace(returnTo)
  }
  if (person && outcome === undefined) return <AskToSignOut request={request} person={person} icon={icon} onEnd={end} />
  return (
    <EndPage
      title={{ stayed: logout.stayedTitle, signed_out: logout.doneTitle, none: logout.noneTitle }[outcome ?? 'none']}
      lead={{ stayed: logout.stayed, signed_out: logout.done, none: logout.none }[outcome ?? 'none']}
      icon={icon}
      isGood
    >
      {app && returnTo !== undefined && <ButtonLink href={returnTo} label={problem.backTo(app.name)} />}
    </EndPage>
  )
}

type AskToSignOutProps = {
  readonly request: LogoutView
  readonly person: KnownPerson
  readonly icon: ComponentChildren
  readonly onEnd: (outcome: 'signed_out' | 'stayed') => void
}

/** If the app means another user, the first choice is to stay signed in. */
function AskToSignOut({ request: { app, returnTo, meansOther }, person, icon, onEnd }: AskToSignOutProps) {
  const { logout, common } = useFullText()
  const { ask } = useSession()
  const task = useTask<'sign-out'>()
  const signOut = () =>
    task.run('sign-out', async () => {
      tellTabsOfLeaving(person.userId)
      // Forgotten here whatever the server says: the session's key is gone.
      const other = await ask('forgetPerson', { userId: person.userId }).catch(() => undefined)
      // Another tab has signed in a different user: ask them.
      if (other) location.reload()
      else onEnd('signed_out')
    })
  const buttons = [
    <Button
      key="sign-out"
      kind={meansOther ? 'secondary' : 'primary'}
      busyText={task.running && common.signOut}
      onClick={signOut}
      label={common.signOut}
    />,
    <Button
      key="stay"
      kind={meansOther ? 'primary' : 'secondary'}
      onClick={() => onEnd('stayed')}
      label={logout.stay}
    />,
  ]
  return (
    <Page title={meansOther ? logout.otherTitle : logout.title} lead={leadOf()} icon={icon} hasHomeLink={false}>
      {person.name !== undefined && (
        <p class="aside">
          {logout.signedInAs}
          <strong>
            <br />
            <bdi>{person.name}</bdi>
          </strong>
        </p>
      )}
      <p>{logout.effect}</p>
      {returnTo !== undefined && <ReturnPlace returnTo={returnTo} />}
      <div class="actions start">{meansOther ? buttons.toReversed() : buttons}</div>
    </Page>
  )

  function leadOf(): string {
    if (!app) return logout.unknownAsks
    return meansOther ? logout.asksOther(app.name) : logout.asks(app.name)
  }
}

function ReturnPlace({ returnTo }: { returnTo: string }) {
  const { returnsTo } = useFullText().consent
  const target = findReturnTarget(returnTo)
  // A device has no address to return to.
  if (!target || target.kind === 'device') return null
  const place = target.kind === 'program' ? target.scheme : target.host
  return (
    <p class="fine">
      <Marked sentence={returnsTo[target.kind](place)} value={place} />
    </p>
  )
}
