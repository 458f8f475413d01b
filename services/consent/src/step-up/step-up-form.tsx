import { useRef, useState } from 'preact/hooks'
import { useFullText } from '../messages/use-text.tsx'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useRefusal } from '../ui/use-refusal.ts'
import type { Confirm } from './step-up-dialog.tsx'

interface StepUpFormProps {
  readonly way: 'password' | 'recovery'
  readonly isBusy: boolean
  readonly confirm: Confirm
}

/** The password, with its name where this session does not know it; or the recovery key that one came with. */
export function StepUpForm({ way, isBusy, confirm }: StepUpFormProps) {
  const text = useFullText()
  const { state, ask, memories, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [secret, setSecret] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const isPassword = way === 'password'
  const needsLogin = isPassword && state.status === 'open' && state.profile.method !== 'password'

  const submit = (event: Event) => {
    event.preventDefault()
    if (secret === '' || (needsLogin && login.trim() === '')) return refuse()
    confirm(way, () =>
      isPassword
        ? ask('stepUpByPassword', { password: secret, ...(needsLogin ? { login } : {}) })
        : ask('signInByRecoveryKey', { recoveryKey: secret, memories: memories() }),
    )
  }

  return (
    <form
      ref={form}
      class="stack"
      noValidate
      onSubmit={submit}
      onFocusCapture={() => warmUp(isPassword ? 'password' : 'passkey')}
    >
      {needsLogin && (
        <Field
          label={text.signIn.login}
          name="username"
          autocomplete="username"
          value={login}
          onInput={setLogin}
          error={wasRefused && login.trim() === '' ? text.signIn.emptyLogin : undefined}
          required
          isCode
        />
      )}
      <Field
        label={isPassword ? text.signIn.password : text.recovery.label}
        type={isPassword ? 'password' : 'text'}
        name={isPassword ? 'password' : 'recovery-key'}
        autocomplete={isPassword ? 'current-password' : 'off'}
        hint={isPassword ? undefined : text.passkeys.stepUpRecovery}
        value={secret}
        onInput={setSecret}
        error={wasRefused && secret === '' ? emptyText(text, isPassword) : undefined}
        required
        isCode={!isPassword}
      />
      <Button kind="secondary" type="submit" busyText={isBusy ? text.passkeys.stepUpBusy : undefined}>
        {isPassword ? text.passkeys.stepUpPassword : text.passkeys.stepUpSubmit}
      </Button>
    </form>
  )
}

function emptyText({ signIn, recovery }: ReturnType<typeof useFullText>, isPassword: boolean): string {
  return isPassword ? signIn.emptyPassword : recovery.enterEmpty
}
