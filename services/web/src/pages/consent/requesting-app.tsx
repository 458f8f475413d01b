import type { AuthorizationRequestDetails } from '@countersign/contracts'
import type { AppCheck, ReturnTarget } from '@countersign/device'
import { Accept } from '@countersign/ui/choices.tsx'
import { Button, Marked, UnreviewedMark } from '@countersign/ui/elements.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import { type FullText, useFormat, useFullText, useText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useSession } from '../../session/session.tsx'
import { namesOf } from '../signed-in/names-of.ts'
import { ACCEPT_KEY } from './use-answer.ts'

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
  const { profile, ask, lock } = useSession()
  const task = useTask<'sign-out'>()
  const name = profile ? namesOf(profile).name : ''
  // Locks even if the server does not answer; an unused session expires.
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
      {name !== '' && (
        <>
          <Icon name="person" />
          <bdi>{name}</bdi>
        </>
      )}
      <Button
        kind="quiet"
        onClick={() => task.run('sign-out', leave)}
        busyText={task.running && signIn.notYou}
        label={signIn.notYou}
      />
    </p>
  )
}

export function AppPages({ client }: { readonly client: AuthorizationRequestDetails['client'] }) {
  const text = useFullText()
  const pages = [
    { label: text.consentChecks.policy(client.name), page: findPage(client.policy_uri) },
    { label: text.consentChecks.terms(client.name), page: findPage(client.tos_uri) },
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

/** A page of the app's own; undefined unless https without user info, which could disguise the host. */
export function findPage(address: string | undefined): { href: string; host: string } | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { protocol, username, password, href, host } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? { href, host } : undefined
}

type AppChangesProps = {
  readonly app: AuthorizationRequestDetails['client']
  readonly check: AppCheck
  readonly isAccepted: boolean
  readonly onAccept: (isAccepted: boolean) => void
}

/** A known app that may have moved or been replaced: the user judges both states, and must accept a changed key. */
export function AppChanges({ app, check: { hostChanged, keyChanged }, isAccepted, onAccept }: AppChangesProps) {
  const text = useFullText()
  if (hostChanged === undefined && !keyChanged) return null
  const hasKey = app.claims_encryption_jwk !== undefined
  return (
    <section class="app-changes" aria-labelledby="changes-title">
      <h2 id="changes-title">{text.consentChecks.changedTitle(app.name)}</h2>
      {hostChanged && (
        <>
          <p>{text.consentChecks.hostChanged}</p>
          <dl class="before-after">
            <div>
              <dt>{text.consentChecks.before}</dt>
              <dd dir="ltr">{hostChanged.before}</dd>
            </div>
            <div>
              <dt>{text.consentChecks.now}</dt>
              <dd dir="ltr">{hostChanged.after}</dd>
            </div>
          </dl>
        </>
      )}
      {keyChanged && (
        <>
          <p>{hasKey ? text.consentChecks.keyChanged : text.consentChecks.keyGone}</p>
          <Accept
            name={ACCEPT_KEY}
            isOn={isAccepted}
            onChange={onAccept}
            label={text.consentChecks.acceptKey(app.name)}
          />
        </>
      )}
    </section>
  )
}

/** Known apps with a confusable name. Only the user can tell whether this is the same one. */
export function AppNamesakes({ app, namesakes }: { app: string } & Pick<AppCheck, 'namesakes'>) {
  const { consentChecks: text } = useFullText()
  const format = useFormat()
  return (
    <section class="app-changes" aria-labelledby="namesakes-title">
      <h2 id="namesakes-title">{text.namesakesTitle(app)}</h2>
      <p>{text.namesakes}</p>
      <dl class="before-after">
        {namesakes.map(({ name, host, since }) => (
          <div key={`${host} ${since}`}>
            <dt>{text.knownSince(format.date(since))}</dt>
            <dd>
              <bdi>{name}</bdi>
            </dd>
            <dd dir="ltr">{host}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
