import { useRef, useState } from 'preact/hooks'
import { text } from '../messages/messages.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FailureNotice, Notice } from '../ui/notice.tsx'
import { useTask } from '../ui/use-task.ts'

/** Login name and password: one step that signs in and opens the vault. */
export function SignInForm() {
  const { ask, memories, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [wasSent, setSent] = useState(false)
  const task = useTask<'sign-in'>()
  const form = useRef<HTMLFormElement>(null)

  const submit = (event: Event) => {
    event.preventDefault()
    setSent(true)
    if (login.trim() === '' || password === '') return focusFirstEmpty(form.current)
    task.run('sign-in', async () => {
      await ask('signIn', { login, password, memories: memories() })
    })
  }

  return (
    <form ref={form} class="card stack" noValidate onSubmit={submit} onFocusCapture={warmUp}>
      <Field
        label={text.signIn.login}
        name="username"
        autocomplete="username webauthn"
        value={login}
        onInput={setLogin}
        error={wasSent && login.trim() === '' ? text.signIn.emptyLogin : undefined}
        required
        isCode
      />
      <Field
        label={text.signIn.password}
        type="password"
        name="password"
        autocomplete="current-password"
        value={password}
        onInput={setPassword}
        error={wasSent && password === '' ? text.signIn.emptyPassword : undefined}
        required
      />
      <FailureNotice failure={task.failure} />
      <Button type="submit" busyText={task.running && text.signIn.busy}>
        {text.signIn.submit}
      </Button>
      <Notice>{task.running && text.signIn.busyHint}</Notice>
    </form>
  )
}

function focusFirstEmpty(form: HTMLFormElement | null): void {
  const inputs = Array.from(form?.querySelectorAll('input') ?? [])
  inputs.find(({ value }) => value.trim() === '')?.focus()
}
