import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useFullText } from '../messages/use-text.tsx'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { LoginField, PasswordField } from '../ui/credential-fields.tsx'
import { Field } from '../ui/field.tsx'
import { useRefusal } from '../ui/use-refusal.ts'
import type { Confirm } from './step-up-dialog.tsx'

type StepUpFormProps = {
  readonly isBusy: boolean
  readonly confirm: Confirm
}

/** The password, with its name where this session does not know it. */
export function PasswordForm({ isBusy, confirm }: StepUpFormProps) {
  const text = useFullText()
  const { state, ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const needsLogin = state.status === 'open' && !state.profile.knowsLogin
  return (
    <GuardedForm
      isFilled={password !== '' && (!needsLogin || login.trim() !== '')}
      onSubmit={() =>
        confirm('password', () => ask('stepUpByPassword', { password, ...(needsLogin ? { login } : {}) }))
      }
      onFocus={() => warmUp('password')}
    >
      {(wasRefused) => (
        <>
          {needsLogin && <LoginField login={login} setLogin={setLogin} wasRefused={wasRefused} />}
          <PasswordField password={password} setPassword={setPassword} wasRefused={wasRefused} />
          <Button kind="secondary" type="submit" busyText={isBusy ? text.passkeys.stepUpBusy : undefined}>
            {text.passkeys.stepUpPassword}
          </Button>
        </>
      )}
    </GuardedForm>
  )
}

/** The recovery key that one came with, while it has not been replaced. */
export function RecoveryForm({ isBusy, confirm }: StepUpFormProps) {
  const text = useFullText()
  const { ask } = useSession()
  const [recoveryKey, setRecoveryKey] = useState('')
  return (
    <GuardedForm
      isFilled={recoveryKey.trim() !== ''}
      onSubmit={() => confirm('recovery', () => ask('signInByRecoveryKey', { recoveryKey }))}
    >
      {(wasRefused) => (
        <>
          <Field
            label={text.recovery.label}
            name="recovery-key"
            autocomplete="off"
            hint={text.passkeys.stepUpRecovery}
            value={recoveryKey}
            onInput={setRecoveryKey}
            error={wasRefused && recoveryKey.trim() === '' ? text.recovery.enterEmpty : undefined}
            required
            isCode
          />
          <Button type="submit" busyText={isBusy ? text.passkeys.stepUpBusy : undefined}>
            {text.passkeys.stepUpSubmit}
          </Button>
        </>
      )}
    </GuardedForm>
  )
}

type GuardedFormProps = {
  readonly isFilled: boolean
  readonly onSubmit: () => void
  readonly onFocus?: () => void
  readonly children: (wasRefused: boolean) => ComponentChildren
}

/** Sends nothing that is not filled in, and says what is missing. */
function GuardedForm({ isFilled, onSubmit, onFocus, children }: GuardedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const submit = (event: Event) => {
    event.preventDefault()
    if (isFilled) onSubmit()
    else refuse()
  }
  return (
    <form ref={form} class="stack" noValidate onSubmit={submit} onFocusCapture={() => onFocus?.()}>
      {children(wasRefused)}
    </form>
  )
}
