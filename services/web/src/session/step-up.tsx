import { type CallInput, ClientError, type GesturePurpose, type SignInMethod, toFailure } from '@countersign/device'
import { LoginField, PasswordField } from '@countersign/ui/credential-fields.tsx'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { Button, PasskeyNotice } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useResult } from '@countersign/ui/loading.tsx'
import { type FullText, useFullText } from '@countersign/ui/messages/texts.ts'
import { RecoveryKeyField } from '@countersign/ui/recovery-key-field.tsx'
import { useQuestions } from '@countersign/ui/use-questions.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { canUsePasskeys, getPasskey } from '../passkey/passkey.ts'
import { useSession } from './session.tsx'

type StepUp = {
  /** Does the work; if it needs a gesture, asks for one and does it again. */
  readonly protect: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly dialog: ComponentChildren
}

/** Wraps acts that need a gesture. The worker refuses them before any request, so repeating is safe. */
export function useStepUp(): StepUp {
  const { ask, current, answer } = useQuestions<GesturePurpose>()

  const protect = useCallback(async <Result,>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const { purpose } = toFailure(error)
      if (!purpose) throw error
      await ask(purpose)
      return work()
    }
  }, [])

  const dialog = current && (
    <StepUpDialog
      key={JSON.stringify(current)}
      purpose={current}
      onDone={() => answer()}
      onCancel={() => answer(new ClientError({ code: 'reauth_required' }))}
    />
  )
  return { protect, dialog }
}

type StepUpDialogProps = {
  /** Shown to the user; the gesture is valid for this alone. */
  readonly purpose: GesturePurpose
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Asks for one gesture, for one act, within the open session. */
function StepUpDialog({ purpose, onDone, onCancel }: StepUpDialogProps) {
  const text = useFullText()
  const task = useTask<SignInMethod>()
  const confirm: Confirm = (method, work) =>
    task.run(method, async () => {
      await work()
      onDone()
    })
  return (
    <Dialog title={text.passkeys.stepUpTitle} message={describePurpose(text, purpose.act)} onCancel={onCancel}>
      <div class="stack">
        {purpose.act === 'recover' ? (
          <RecoveryForm isBusy={task.running === 'recovery'} confirm={confirm} />
        ) : (
          <OwnMethods purpose={purpose} running={task.running} confirm={confirm} />
        )}
        <PasskeyNotice failure={task.failure} cancelled={text.passkeys.stepUpCancelled} />
        <Button kind="quiet" onClick={onCancel} label={text.common.cancel} />
      </div>
    </Dialog>
  )
}

type Purpose = CallInput<'startPasskeyStepUp'>['purpose']

type OwnMethodsProps = {
  readonly purpose: Purpose
  readonly running: SignInMethod | undefined
  readonly confirm: Confirm
}

function OwnMethods({ purpose, running, confirm }: OwnMethodsProps) {
  const methods = useMethods()
  const hasPasskey = methods.includes('passkey') && canUsePasskeys()
  // Administrators must use the passkey they have, which cannot be phished; a developer may have none.
  const isByPasskeyAlone = hasPasskey && purpose.act === 'administer'
  return (
    <>
      {hasPasskey && <PasskeyButton purpose={purpose} isBusy={running === 'passkey'} confirm={confirm} />}
      {methods.includes('password') && !isByPasskeyAlone && (
        <PasswordForm purpose={purpose} isBusy={running === 'password'} isOnly={!hasPasskey} confirm={confirm} />
      )}
    </>
  )
}

function PasskeyButton({ purpose, isBusy, confirm }: StepUpFormProps & { readonly purpose: Purpose }) {
  const text = useFullText()
  const { ask } = useSession()
  const stepUp = async () => {
    const { challengeId, options } = await ask('startPasskeyStepUp', { purpose })
    const { response, prf } = await getPasskey(options)
    await ask('stepUpByPasskey', { challengeId, response, prf })
  }
  return (
    <Button
      onClick={() => confirm('passkey', stepUp)}
      busyText={isBusy ? text.signIn.passkeyBusy : undefined}
      label={text.passkeys.stepUpPasskey}
    />
  )
}

function useMethods(): readonly SignInMethod[] {
  const { profile, ask } = useSession()
  const load = async () => (await ask('listMethods', {})).map(({ type }) => type)
  const methods = useResult(() => load().catch((): SignInMethod[] => ['passkey', 'password']), [])
  return methods ?? (profile ? [profile.method] : [])
}

function describePurpose({ passkeys, stepUpActs }: FullText, act: GesturePurpose['act']): string {
  if (act === 'administer') return passkeys.stepUpAdminister
  const isPassword = act === 'change_password_and_login_name' || act === 'change_password_and_account_key'
  return stepUpActs[isPassword ? 'change_password' : act]
}

/** Runs a confirmation; the dialog closes on success. */
type Confirm = (method: SignInMethod, work: () => Promise<unknown>) => void

type StepUpFormProps = {
  readonly isBusy: boolean
  readonly confirm: Confirm
}

/** The password, and the login where this session does not have it. */
function PasswordForm({
  purpose,
  isBusy,
  isOnly,
  confirm,
}: StepUpFormProps & Pick<CallInput<'stepUpByPassword'>, 'purpose'> & { readonly isOnly: boolean }) {
  const text = useFullText()
  const { profile, ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const needsLogin = profile !== undefined && profile.login === undefined
  return (
    <GuardedForm
      isValid={password !== '' && (!needsLogin || login.trim() !== '')}
      onSubmit={() =>
        confirm('password', () => ask('stepUpByPassword', { purpose, password, ...(needsLogin ? { login } : {}) }))
      }
      onFocus={() => warmUp('password')}
    >
      {needsLogin && <LoginField login={login} setLogin={setLogin} />}
      <PasswordField login={profile?.login} password={password} setPassword={setPassword} />
      <Button
        kind={isOnly ? 'primary' : 'secondary'}
        type="submit"
        busyText={isBusy ? text.passkeys.stepUpBusy : undefined}
        label={text.passkeys.stepUpPassword}
      />
    </GuardedForm>
  )
}

/** The recovery key of this sign-in, until it is replaced. */
function RecoveryForm({ isBusy, confirm }: StepUpFormProps) {
  const text = useFullText()
  const { ask } = useSession()
  const [recoveryKey, setRecoveryKey] = useState('')
  return (
    <GuardedForm
      isValid={recoveryKey.trim() !== ''}
      onSubmit={() => confirm('recovery', () => ask('signInByRecoveryKey', { recoveryKey }))}
    >
      <RecoveryKeyField hint={text.passkeys.stepUpRecovery} recoveryKey={recoveryKey} setRecoveryKey={setRecoveryKey} />
      <Button
        type="submit"
        busyText={isBusy ? text.passkeys.stepUpBusy : undefined}
        label={text.passkeys.stepUpSubmit}
      />
    </GuardedForm>
  )
}
