import type { LogoutView } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { AskToSignOut } from './ask-to-sign-out.tsx'

/**
 * Asks whoever is signed in here whether they sign out, for an app that sent them. It goes nowhere and ends nothing without a
 * click: anybody can make a link that leads here.
 */
export function LogoutPage() {
  const { logout } = useFullText()
  const { ask } = useSession()
  // Behind the `#`, so that it was sent to no server; read once, since the page stays what it is.
  const [request] = useState(() => location.hash.slice(1))
  const { content, failure } = useLoaded(() => ask('readLogoutRequest', { request }))
  if (request === '' || failure?.code === 'request_expired') return <RequestOver />
  if (content) return <LoadedRequest request={content} />
  return (
    <Page title={logout.loading} hasHomeLink={false}>
      <FailureNotice failure={failure} />
    </Page>
  )
}

function LoadedRequest({ request }: { request: LogoutView }) {
  const { logout } = useFullText()
  const [outcome, setOutcome] = useState<'signed_out' | 'stayed'>()
  const { app, returnTo, person } = request
  const icon = app && <AppIcon name={app.name} logo={app.logo} />
  const end = (how: 'signed_out' | 'stayed') => {
    // Towards an app on this device the browser leaves this page where it is.
    setOutcome(how)
    if (returnTo !== undefined) location.replace(returnTo)
  }
  if (person && outcome === undefined) return <AskToSignOut request={request} person={person} icon={icon} onEnd={end} />
  return (
    <Page
      title={{ stayed: logout.stayedTitle, signed_out: logout.doneTitle, none: logout.noneTitle }[outcome ?? 'none']}
      lead={{ stayed: logout.stayed, signed_out: logout.done, none: logout.none }[outcome ?? 'none']}
      icon={icon}
    >
      <div class="actions start">
        {app && returnTo !== undefined ? (
          <ButtonLink href={returnTo}>{logout.back(app.name)}</ButtonLink>
        ) : (
          <HomeLink />
        )}
      </div>
    </Page>
  )
}

/** It was too long ago, or the address was cut short. */
function RequestOver() {
  const { logout } = useFullText()
  return (
    <Page title={logout.overTitle} lead={logout.over}>
      <div class="actions start">
        <HomeLink />
      </div>
    </Page>
  )
}

function HomeLink() {
  const { common } = useFullText()
  return <ButtonLink href={PATHS.home}>{common.start}</ButtonLink>
}
