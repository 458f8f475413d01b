import type { Failure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { describeFailure, type EntryText } from '../../messages/messages.ts'
import { useFormat, useText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { LoginField, PasswordField } from '../../ui/credential-fields.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

/** Login and password: signs in and opens the vault in one step. */
export function SignInForm() {
  const text = useText()
  const { ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask<'sign-in'>()
  const format = useFormat()

  const isFilled = login.trim() !== '' && password !== ''
  const submit = () =>
    task.run('sign-in', async () => {
      await ask('signIn', { login, password })
    })
  return (
    <GuardedForm isCard isValid={isFilled} onSubmit={submit} onFocus={() => warmUp('password')}>
      <LoginField login={login} setLogin={setLogin} hasPasskeys />
      <PasswordField password={password} setPassword={setPassword} />
      <Notice kind="error">{task.failure && describePasswordFailure(text, task.failure, format.time)}</Notice>
      <Button kind="secondary" type="submit" busyText={task.running && text.signIn.busy}>
        {text.signIn.submit}
      </Button>
      <Notice>{task.running && text.signIn.busyHint}</Notice>
    </GuardedForm>
  )
}

/** A throttled password leaves the other methods open, so the sentence names them. */
export function describePasswordFailure(text: EntryText, failure: Failure, time: (moment: number) => string): string {
  const { code, retryAfterSeconds } = failure
  if (code !== 'too_many_requests' || retryAfterSeconds === undefined) return describeFailure(text, failure)
  return text.signIn.throttled(time(Date.now() + retryAfterSeconds * 1000))
}
