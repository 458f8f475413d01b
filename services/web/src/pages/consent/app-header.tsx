import './app-header.css'
import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { ReturnTarget } from '@countersign/device'
import type { FullText } from '../../messages/messages.ts'
import { useFormat, useFullText, useText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Marked } from '../../ui/marked.tsx'
import { UnreviewedMark } from '../../ui/unreviewed-mark.tsx'
import { useTask } from '../../ui/use-task.ts'
import { findPage } from './app-page.ts'

type AppHeaderProps = {
  readonly app: { readonly unreviewed?: boolean }
  readonly target: ReturnTarget
  /** ISO 8601 of the first approval; undefined for a new app. */
  readonly knownSince: string | undefined
}

/** Return target, first approval, review: these tell a real app from a false one. */
export function AppHeader({ app, target, knownSince }: AppHeaderProps) {
  const text = useFullText()
  const format = useFormat()
  const history = knownSince === undefined ? text.consent.firstTime : text.consent.knownSince(format.date(knownSince))
  return (
    <>
      {describeTarget(text, target)}
      <br />
      {history}
      <UnreviewedMark app={app} />
    </>
  )
}

function describeTarget({ consent: { returnsTo }, device }: FullText, target: ReturnTarget) {
  switch (target.kind) {
    case 'site':
      return <Marked sentence={returnsTo.site(target.host)} value={target.host} />
    case 'local':
      return <Marked sentence={returnsTo.local(target.host)} value={target.host} />
    case 'program':
      return <Marked sentence={returnsTo.program(target.scheme)} value={target.scheme} />
    case 'device':
      return device.target
  }
}

/** The signed-in user, and a button for another user to answer the same request. */
export function SignedInAs({ id }: { id: string }) {
  const { signIn } = useText()
  const { state, ask, lock } = useSession()
  const task = useTask<'sign-out'>()
  const { name, given_name: givenName, nickname } = state.status === 'open' ? state.profile.values : {}
  const shownName = givenName ?? nickname ?? name
  // Locks whatever the server says; an unused session expires.
  const leave = async () => {
    const isGivenBack = await ask('giveBackRequest', { id }).then(
      () => true,
      () => false,
    )
    await ask('signOut', {}).catch(() => undefined)
    lock(isGivenBack ? 'other_account' : 'signed_out')
  }
  return (
    <p class="app-header-user">
      {shownName !== undefined && (
        <>
          <Icon name="person" />
          <bdi>{shownName}</bdi>
        </>
      )}
      <Button kind="quiet" onClick={() => task.run('sign-out', leave)} busyText={task.running && signIn.notYou}>
        {signIn.notYou}
      </Button>
    </p>
  )
}

/** The app's privacy policy and terms, each with its host. */
export function AppPages({ client }: { readonly client: AuthorizationRequestDetails['client'] }) {
  const text = useText()
  const pages = [
    { label: text.consent.policy(client.name), page: findPage(client.policy_uri) },
    { label: text.consent.terms(client.name), page: findPage(client.tos_uri) },
  ]
  if (pages.every(({ page }) => page === undefined)) return null
  return (
    <div class="app-header-pages">
      <Icon name="receipt" />
      <div>
        {pages.map(
          ({ label, page }) =>
            page && (
              <p key={label}>
                {/* In a tab of its own, which learns nothing of this one: leaving would lock the vault. */}
                <a href={page.href} target="_blank" rel="noopener noreferrer">
                  {label}
                </a>{' '}
                (<bdi>{page.host}</bdi>)
              </p>
            ),
        )}
      </div>
    </div>
  )
}
