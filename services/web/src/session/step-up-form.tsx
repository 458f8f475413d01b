import type { CallInput, SignInMethod } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../messages/use-text.tsx'
import { Button } from '../ui/button.tsx'
import { LoginField, PasswordField } from '../ui/credential-fields.tsx'
import { GuardedForm } from '../ui/guarded-form.tsx'
import { RecoveryKeyField } from '../ui/recovery-key-field.tsx'
import { useSession } from './session.tsx'

/** Runs a confirmation; the dialog closes on success. */
export type Confirm = (method: SignInMethod, work: () => Promise<unknown>) => void

export type StepUpFormProps = {
  readonly isBusy: boolean
  readonly confirm: Confirm
}

/** The password, and the login where this session does not have it. */
export function PasswordForm({
  purpose,
  isBusy,
  confirm,
}: StepUpFormProps & Pick<CallInput<'stepUpByPassword'>, 'purpose'>) {
  const text = useFullText()
  const { state, ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const needsLogin = state.status === 'open' && !state.profile.knowsLogin
  return (
    <GuardedForm
      isValid={password !== '' && (!needsLogin || login.trim() !== '')}
      onSubmit={() =>
        confirm('password', () => ask('stepUpByPassword', { purpose, password, ...(needsLogin ? { login } : {}) }))
      }
      onFocus={() => warmUp('password')}
    >
      {needsLogin && <LoginField login={login} setLogin={setLogin} />}
      <PasswordField password={password} setPassword={setPassword} />
      <Button kind="secondary" type="submit" busyText={isBusy ? text.passkeys.stepUpBusy : undefined}>
        {text.passkeys.stepUpPassword}
      </Button>
    </GuardedForm>
  )
}

/** The recovery key of this sign-in, until it is replaced. */
export function RecoveryForm({ isBusy, confirm }: StepUpFormProps) {
  const text = useFullText()
  const { ask } = useSession()
  const [recoveryKey, setRecoveryKey] = useState('')
  return (
    <GuardedForm
      isValid={recoveryKey.trim() !== ''}
      onSubmit={() => confirm('recovery', () => ask('signInByRecoveryKey', { recoveryKey }))}
    >
      <RecoveryKeyField hint={text.passkeys.stepUpRecovery} recoveryKey={recoveryKey} setRecoveryKey={setRecoveryKey} />
      <Button type="submit" busyText={isBusy ? text.passkeys.stepUpBusy : undefined}>
        {text.passkeys.stepUpSubmit}
      </Button>
    </GuardedForm>
  )
}
