import { isOutcomeUnknown, toFailure } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { type PasskeySupport, usePasskeySupport } from '../../passkey/passkey-support.ts'
import { PATHS } from '../../routing/paths.ts'
import { addressOf, destinationAfterSignIn, navigate, type Route } from '../../routing/router.ts'
import { useProposedName } from '../../session/draft.tsx'
import { useSession } from '../../session/session.tsx'
import { useLockOnLeave } from '../../session/use-lock-on-leave.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice, Notice, PasskeyNotice } from '../../ui/notice.tsx'
import { useSteps } from '../../ui/use-steps.ts'
import { useTask } from '../../ui/use-task.ts'
import { NewCredentialsFields, useNewCredentials, useNewPasskey } from '../credentials/new-credentials.tsx'
import { PreviewPage } from '../preview/preview-page.tsx'

/** `/sign-up`. The recovery key follows before the first approval, or at once without a pending request. */
export function SignUpPage({ route }: { route: Route }) {
  const { profile, reason } = useSession()
  const { step, next, back, restart } = useSteps<'passkey' | 'password'>('passkey')
  const support = usePasskeySupport()
  const [name, setName] = useState('')
  const [, propose] = useProposedName()
  const destination = destinationAfterSignIn(route)
  const isOpen = profile !== undefined
  const wasLeft = reason === 'left'

  useEffect(() => {
    if (!isOpen) return
    propose(() => name)
    navigate(destination, { replace: true })
  }, [isOpen, destination])
  // The worker of this sign-up is gone.
  useEffect(() => {
    if (wasLeft) restart('passkey')
  }, [wasLeft])
  useLockOnLeave(isOpen)

  if (isOpen) return null
  if (step === 'password' || support !== 'likely')
    return <SignUpPassword route={route} support={support} onPasskey={back} />
  return <SignUpPasskey route={route} name={name} setName={setName} onPassword={() => next('password')} />
}

type SignUpPasswordProps = {
  readonly route: Route
  /** Without passkeys, the page says why a password is needed. */
  readonly support: PasskeySupport
  readonly onPasskey: () => void
}

/** Creates an account by login and password. Refusals show at their field. */
function SignUpPassword({ route, support, onPasskey }: SignUpPasswordProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const credentials = useNewCredentials({ needsLogin: true })
  const { login, password, isValid, refusal } = credentials
  const task = useTask<'create'>()
  const create = () =>
    task.run('create', () => credentials.offer(async () => void (await ask('createAccount', { login, password }))))
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
          <FormActions {...{ task, submit, busy }} onCancel={onPasskey} cancel={text.common.back} />
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

type SignUpPasskeyProps = {
  readonly route: Route
  readonly name: string
  readonly setName: (name: string) => void
  readonly onPassword: () => void
}

function SignUpPasskey({ route, onPassword, ...form }: SignUpPasskeyProps) {
  const text = useFullText()
  const { authRequestId } = route
  return (
    <PreviewPage
      authRequestId={authRequestId}
      title={text.signUp.title}
      lead={authRequestId === undefined ? text.signUp.lead : `${text.signUp.lead} ${text.signUp.appWaiting}`}
    >
      <PasskeyForm route={route} {...form} />
      <p class="or">{text.signUp.or}</p>
      <Button kind="secondary" onClick={onPassword} label={text.signUp.usePassword} />
      <HaveAccount route={route} />
    </PreviewPage>
  )
}

type PasskeyFormProps = Pick<SignUpPasskeyProps, 'route' | 'name' | 'setName'>

function PasskeyForm({ route, name, setName }: PasskeyFormProps) {
  const text = useFullText()
  const task = useTask<'create'>()
  const { create, mayExist } = usePasskeyAccount(name.trim())
  return (
    <Card icon="fingerprint" title={text.signUp.passkeyTitle} lead={text.signUp.passkeyLead}>
      <GuardedForm isValid={name.trim() !== ''} onSubmit={() => task.run('create', create)}>
        <Field
          label={text.signUp.name}
          hint={text.signUp.nameHint}
          error={name.trim() === '' ? text.signUp.emptyName : undefined}
          value={name}
          onInput={setName}
          name="name"
          autocomplete="name"
          maxLength={64}
          required
        />
        <Button type="submit" busyText={task.running && text.signIn.passkeyBusy} label={text.signUp.passkeySubmit} />
        <p class="fine">{text.signUp.passkeyNext}</p>
        <PasskeyNotice failure={task.failure} cancelled={text.signUp.cancelled} />
        {task.failure && mayExist && <MaybeMade route={route} />}
      </GuardedForm>
    </Card>
  )
}

function usePasskeyAccount(name: string): { create: () => Promise<void>; mayExist: boolean } {
  const { ask } = useSession()
  const createPasskey = useNewPasskey()
  const [mayExist, setMayExist] = useState(false)
  const create = async () => {
    const { options } = await ask('startPasskeySignUp', {})
    const made = await createPasskey(options, name)
    try {
      await ask('finishPasskeySignUp', { ...made, name })
    } catch (error) {
      setMayExist(isOutcomeUnknown(toFailure(error)))
      throw error
    }
  }
  return { create, mayExist }
}

function MaybeMade({ route }: { route: Route }) {
  const text = useFullText()
  return (
    <>
      <Notice>{text.signUp.maybeMade}</Notice>
      <ButtonLink href={addressOf(PATHS.signIn, route.authRequestId)} kind="secondary" label={text.signIn.title} />
    </>
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
