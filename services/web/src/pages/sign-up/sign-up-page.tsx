import { Card } from '@countersign/ui/card.tsx'
import { Button, ButtonLink, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { FormActions } from '@countersign/ui/form-actions.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf, destinationAfterSignIn, navigate, type Route } from '@countersign/ui/routing/router.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { type PasskeySupport, usePasskeySupport } from '../../passkey/passkey-support.ts'
import { readKnownPerson } from '../../session/read-known-person.ts'
import { useSession } from '../../session/session.tsx'
import { useLockOnLeave } from '../../session/use-lock-on-leave.ts'
import { NewCredentialsFields, useNewCredentials } from '../credentials/new-credentials.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'
import { ByInvitation, useAdmissionTexts } from './by-invitation.tsx'
import { invitationInAddress, keepInvitation } from './kept-invitation.ts'
import { isPasswordSignUp, PasskeyForm, passwordSignUpOf } from './passkey-form.tsx'
import { type Admission, useAdmission } from './use-admission.ts'

/** `/sign-up`. The recovery key follows before the first approval, or at once without a pending request. */
export function SignUpPage({ route }: { route: Route }) {
  const { profile, reason } = useSession()
  const support = usePasskeySupport()
  const destination = destinationAfterSignIn(route)
  const isOpen = profile !== undefined
  const wasLeft = reason === 'left'
  // Before the admission, which takes the invitation out of the address.
  const [knows, setKnows] = useKnownInvited()
  const admission = useAdmission()

  useEffect(() => {
    if (isOpen) navigate(destination, { replace: true })
  }, [isOpen, destination])
  // The worker of this sign-up is gone, and no typed password stays.
  useEffect(() => {
    if (wasLeft) navigate(addressOf(PATHS.signUp, route.authRequestId), { replace: true })
  }, [wasLeft])
  useLockOnLeave(isOpen)

  if (isOpen) return null
  if (knows) return <KnownPage route={route} onOther={() => setKnows(false)} />
  if (admission.state !== 'admitted') return <NotAdmittedPage route={route} admission={admission} />
  if (isPasswordSignUp() || support !== 'likely') {
    return <SignUpPassword route={route} support={support} admission={admission} />
  }
  return <SignUpPasskey route={route} admission={admission} />
}

type PartProps = { readonly route: Route; readonly admission: Admission }

function NotAdmittedPage({ route, admission }: PartProps) {
  return (
    <PreviewPage authRequestId={route.authRequestId} {...useAdmissionTexts(admission)}>
      <ByInvitation admission={admission} isCard />
      <HaveAccount route={route} />
    </PreviewPage>
  )
}

/** For an invitation that is opened where someone is signed in. */
function KnownPage({ route, onOther }: Pick<PartProps, 'route'> & { readonly onOther: () => void }) {
  const { invited, signIn } = useFullText()
  return (
    <Page title={invited.knownTitle} lead={invited.known}>
      <div class="actions start">
        <ButtonLink href={addressOf(PATHS.signIn, route.authRequestId)} label={signIn.title} />
        <Button kind="secondary" onClick={onOther} label={invited.another} />
      </div>
    </Page>
  )
}

/** Whether a link with an invitation was opened where the browser keeps someone's session. */
function useKnownInvited() {
  const [knows, setKnows] = useState(false)
  const [isInvited] = useState(() => invitationInAddress() !== undefined)
  useEffect(() => {
    if (isInvited) void readKnownPerson().then((person) => setKnows(person !== undefined))
  }, [])
  return [knows, setKnows] as const
}

type SignUpPasswordProps = PartProps & {
  /** Without passkeys, the page says why a password is needed. */
  readonly support: PasskeySupport
}

/** Creates an account by login and password. Refusals show at their field. */
function SignUpPassword({ route, support, admission }: SignUpPasswordProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const credentials = useNewCredentials()
  const { login, password, isValid, refusal } = credentials
  const task = useTask<'create'>()
  const create = () =>
    task.run('create', () =>
      credentials.offer(async () => {
        await admission.withInvitation((invited) => ask('createAccount', { login, password, ...invited }))
        keepInvitation(undefined)
      }),
    )
  const hasPasskeys = support === 'likely'
  const { finish: submit, finishBusy: busy } = text.signUp
  return (
    <PreviewPage
      authRequestId={route.authRequestId}
      title={text.signUp.passwordTitle}
      lead={text.signUp.passwordWarning}
    >
      <Notice>{!hasPasskeys && (support === 'none' ? text.signUp.noPasskeys : text.signUp.noPrf)}</Notice>
      <GuardedForm isCard isValid={isValid} refusal={refusal} onSubmit={create} onFocus={() => warmUp('password')}>
        <NewCredentialsFields credentials={credentials} />
        {hasPasskeys ? (
          <FormActions {...{ task, submit, busy }} onCancel={() => history.back()} cancel={text.common.back} />
        ) : (
          <>
            <FailureNotice failure={task.failure} />
            <Button type="submit" busyText={task.running && busy} label={submit} />
          </>
        )}
      </GuardedForm>
      <HaveAccount route={route} />
    </PreviewPage>
  )
}

function SignUpPasskey({ route, admission }: PartProps) {
  const text = useFullText()
  const { authRequestId } = route
  return (
    <PreviewPage
      authRequestId={authRequestId}
      title={text.signUp.title}
      lead={authRequestId === undefined ? text.signUp.lead : `${text.signUp.lead} ${text.signUp.appWaiting}`}
    >
      <Card icon="fingerprint" title={text.signUp.passkeyTitle} lead={text.signUp.passkeyLead}>
        <PasskeyForm authRequestId={authRequestId} admission={admission} />
      </Card>
      <p class="or">{text.signUp.or}</p>
      <ButtonLink href={passwordSignUpOf(authRequestId)} kind="secondary" label={text.signUp.usePassword} />
      <HaveAccount route={route} />
    </PreviewPage>
  )
}

function HaveAccount({ route }: { route: Route }) {
  const text = useFullText()
  return (
    <p class="aside">
      {text.signUp.haveAccount} <a href={addressOf(PATHS.signIn, route.authRequestId)}>{text.signIn.title}</a>
    </p>
  )
}
