import { findReturnTarget, type KnownPerson, type LogoutView } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { tellTabsOfLeaving } from '../../session/tell-tabs.ts'
import { Button } from '../../ui/button.tsx'
import { Marked } from '../../ui/marked.tsx'
import { Page } from '../../ui/page.tsx'
import { useTask } from '../../ui/use-task.ts'

type AskToSignOutProps = {
  readonly request: LogoutView
  readonly person: KnownPerson
  readonly icon: ComponentChildren
  readonly onEnd: (outcome: 'signed_out' | 'stayed') => void
}

/** Where the app means somebody else, to stay signed in is the first choice. */
export function AskToSignOut({ request: { app, returnTo, meansOther }, person, icon, onEnd }: AskToSignOutProps) {
  const { logout, common } = useFullText()
  const { ask } = useSession()
  const task = useTask<'sign-out'>()
  const signOut = () =>
    task.run('sign-out', async () => {
      tellTabsOfLeaving(person.userId)
      // Forgotten here whatever the server says: nobody has the key of that session any more.
      const other = await ask('forgetPerson', { userId: person.userId }).catch(() => undefined)
      // Another tab has signed somebody else in since: they are asked themselves.
      if (other) location.reload()
      else onEnd('signed_out')
    })
  const buttons = [
    <Button
      key="sign-out"
      kind={meansOther ? 'secondary' : 'primary'}
      busyText={task.running && common.signOut}
      onClick={signOut}
    >
      {common.signOut}
    </Button>,
    <Button key="stay" kind={meansOther ? 'primary' : 'secondary'} onClick={() => onEnd('stayed')}>
      {logout.stay}
    </Button>,
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

/** Both ways lead there. */
function ReturnPlace({ returnTo }: { returnTo: string }) {
  const { returnsTo } = useFullText().consent
  const target = findReturnTarget(returnTo)
  // No app is a device here: it would have nowhere to return to.
  if (!target || target.kind === 'device') return null
  const place = target.kind === 'program' ? target.scheme : target.host
  return (
    <p class="fine">
      <Marked sentence={returnsTo[target.kind](place)} value={place} />
    </p>
  )
}
