import { useRef, useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import type { Route } from '../../router.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useTask } from '../../ui/use-task.ts'
import { NewLoginField, NewPasswordField } from '../credentials/new-credential-fields.tsx'
import { findPasswordProblem } from '../credentials/password-hint.ts'
import { HaveAccount } from './sign-up-start.tsx'
import { SignUpStep } from './sign-up-step.tsx'

type SignUpPasswordProps = {
  readonly route: Route
  readonly onPrepared: (login: string, recoveryKey: string) => void
  readonly onPasskey: () => void
}

/** A name and a password. Both go to the vault worker and nowhere else yet. */
export function SignUpPassword({ route, onPrepared, onPasskey }: SignUpPasswordProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const task = useTask<'prepare'>()

  const submit = (event: Event) => {
    event.preventDefault()
    if (login.trim() === '' || findPasswordProblem(password, login)) return refuse()
    task.run('prepare', async () => {
      const { recoveryKey } = await ask('prepareAccount', { login, password })
      onPrepared(login, recoveryKey)
    })
  }

  return (
    <Page
      before={<SignUpStep number={1} />}
      title={text.signUp.passwordTitle}
      lead={text.signUp.passwordWarning}
      hasHomeLink={route.authRequestId === undefined}
    >
      <form ref={form} class="card stack" noValidate onSubmit={submit} onFocusCapture={() => warmUp('password')}>
        <NewLoginField login={login} setLogin={setLogin} wasRefused={wasRefused} />
        <NewPasswordField password={password} setPassword={setPassword} login={login} wasRefused={wasRefused} />
        <FailureNotice failure={task.failure} />
        <div class="actions">
          <Button kind="quiet" onClick={onPasskey}>
            {text.common.back}
          </Button>
          <Button type="submit" busyText={task.running && text.signUp.busy}>
            {text.signUp.submit}
          </Button>
        </div>
      </form>
      <HaveAccount route={route} />
    </Page>
  )
}
