import type { Failure } from '@countersign/device'
import { useRef, useState } from 'preact/hooks'
import { describeFailure, type EntryText } from '../../messages/messages.ts'
import { useFormat, useText } from '../../messages/use-text.tsx'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { LoginField, PasswordField } from '../../ui/credential-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useTask } from '../../ui/use-task.ts'
import { SaveReadable } from './save-readable.tsx'

/** Login name and password: one step that signs in and opens the vault. */
export function SignInForm() {
  const text = useText()
  const { ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask<'sign-in'>()
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)

  const submit = (event: Event) => {
    event.preventDefault()
    if (login.trim() === '' || password === '') return refuse()
    task.run('sign-in', async () => {
      await ask('signIn', { login, password })
    })
  }

  return (
    <form ref={form} class="card stack" noValidate onSubmit={submit} onFocusCapture={() => warmUp('password')}>
      <LoginField login={login} setLogin={setLogin} wasRefused={wasRefused} />
      <PasswordField password={password} setPassword={setPassword} wasRefused={wasRefused} />
      <PasswordFailure failure={task.failure} />
      <Button kind="secondary" type="submit" busyText={task.running && text.signIn.busy}>
        {text.signIn.submit}
      </Button>
      <Notice>{task.running && text.signIn.busyHint}</Notice>
    </form>
  )
}

/** The other ways in stay open while the password has to wait, so the sentence names them. */
function PasswordFailure({ failure }: { failure: Failure | undefined }) {
  const text = useText()
  const format = useFormat()
  return (
    <>
      <Notice kind="error">{failure && describePasswordFailure(text, failure, format.time)}</Notice>
      <SaveReadable failure={failure} />
    </>
  )
}

function describePasswordFailure(text: EntryText, failure: Failure, time: (moment: number) => string): string {
  const { code, retryAfterSeconds } = failure
  if (code !== 'too_many_requests' || retryAfterSeconds === undefined) return describeFailure(text, failure)
  return text.signIn.throttled(time(Date.now() + retryAfterSeconds * 1000))
}
