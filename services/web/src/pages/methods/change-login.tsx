import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { LoginField, PasswordField } from '../../ui/credential-fields.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { NewLoginField } from '../credentials/new-credential-fields.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import type { MethodNote } from './method-step.ts'

type ChangeLoginProps = {
  readonly onBack: () => void
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Another login name. The current name and password are asked for, which is also the proof of who asks. */
export function ChangeLogin({ onBack, onDone }: ChangeLoginProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [current, setCurrent] = useState('')
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const task = useTask<'save'>()

  const isFilled = [current, login, password].every((value) => value.trim() !== '')
  const submit = () =>
    task.run('save', async () => {
      await ask('changeLoginName', { currentLogin: current, login, password })
      await onDone('loginChanged')
    })
  return (
    <SignedInFrame current="methods" title={text.passkeys.changeLogin} lead={text.passkeys.changeLoginLead}>
      <GuardedForm isCard isValid={isFilled} onSubmit={submit} onFocus={() => warmUp('password')}>
        <LoginField label={text.passkeys.currentLogin} login={current} setLogin={setCurrent} />
        <PasswordField label={text.passkeys.currentPassword} password={password} setPassword={setPassword} />
        <NewLoginField label={text.passkeys.newLogin} login={login} setLogin={setLogin} />
        <FailureNotice failure={task.failure} />
        <FormActions
          submit={text.passkeys.changeLogin}
          busy={text.common.saving}
          isBusy={task.running !== undefined}
          onCancel={onBack}
        />
      </GuardedForm>
    </SignedInFrame>
  )
}
