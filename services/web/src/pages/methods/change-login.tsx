import { useRef, useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { LoginField, PasswordField } from '../../ui/credential-fields.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useTask } from '../../ui/use-task.ts'
import { NewLoginField } from '../credentials/new-credential-fields.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import type { MethodNote } from './method-step.ts'

type ChangeLoginProps = {
  readonly onBack: () => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Another login name. The present name and password are asked for, which is also the proof of who asks. */
export function ChangeLogin({ onBack, onDone }: ChangeLoginProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [current, setCurrent] = useState('')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const task = useTask<'save'>()

  const submit = (event: Event) => {
    event.preventDefault()
    if ([current, login, password].some((value) => value.trim() === '')) return refuse()
    task.run('save', async () => {
      await ask('changeLoginName', { currentLogin: current, login, password })
      await onDone('loginChanged')
    })
  }
  return (
    <SignedInFrame current="methods" title={text.passkeys.changeLogin} lead={text.passkeys.changeLoginLead}>
      <form ref={form} class="card stack" noValidate onSubmit={submit} onFocusCapture={() => warmUp('password')}>
        <LoginField label={text.passkeys.currentLogin} login={current} setLogin={setCurrent} wasRefused={wasRefused} />
        <PasswordField
          label={text.passkeys.currentPassword}
          password={password}
          setPassword={setPassword}
          wasRefused={wasRefused}
        />
        <NewLoginField label={text.passkeys.newLogin} login={login} setLogin={setLogin} wasRefused={wasRefused} />
        <FailureNotice failure={task.failure} />
        <div class="actions">
          <Button kind="quiet" onClick={onBack} disabled={task.running !== undefined}>
            {text.common.cancel}
          </Button>
          <Button type="submit" busyText={task.running && text.common.saving}>
            {text.passkeys.changeLogin}
          </Button>
        </div>
      </form>
    </SignedInFrame>
  )
}
