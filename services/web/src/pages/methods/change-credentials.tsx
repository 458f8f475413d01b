import { Choice } from '@countersign/ui/choices.tsx'
import { LoginField, PasswordField } from '@countersign/ui/credential-fields.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { FormActions } from '@countersign/ui/form-actions.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/step-up.tsx'
import { NewCredentialsFields, NewLoginField, useNewCredentials } from '../credentials/new-credentials.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import type { MethodNote } from './method-steps.tsx'

type ChangePasswordProps = {
  readonly hasPassword: boolean
  readonly onBack: () => void
  readonly onDone: (note: MethodNote) => Promise<void>
  readonly onRotate: (password: string) => void
}

type YesNo = 'no' | 'yes'

/** Changes or sets the password; a password that may be known changes together with the account key. */
export function ChangePassword({ hasPassword, onBack, onDone, onRotate }: ChangePasswordProps) {
  const text = useFullText()
  const { profile, ask, warmUp } = useSession()
  const credentials = useNewCredentials(hasPassword ? profile?.login : undefined)
  const [wasExposed, setExposed] = useState<YesNo>('no')
  const task = useTask<'save'>()
  const { protect, dialog } = useStepUp()

  const submit = () =>
    task.run('save', async () => {
      const { needsLogin, login, password } = credentials
      if (hasPassword && wasExposed === 'yes') {
        await ask('checkNewPassword', { password })
        return onRotate(password)
      }
      await protect(() => (needsLogin ? ask('setPassword', { login, password }) : ask('changePassword', { password })))
      await onDone(hasPassword ? 'passwordChanged' : 'passwordSet')
    })
  const title = hasPassword ? text.passkeys.changePassword : text.passkeys.setPassword
  return (
    <SignedInFrame current="methods" title={title} lead={text.passkeys.changeLead}>
      <GuardedForm isCard isValid={credentials.isValid} onSubmit={submit} onFocus={() => warmUp('password')}>
        <NewCredentialsFields credentials={credentials} passwordLabel={text.passkeys.newPassword} />
        {hasPassword && <ExposureQuestion answer={wasExposed} setAnswer={setExposed} />}
        <FormActions task={task} submit={title} busy={text.common.saving} onCancel={onBack} />
      </GuardedForm>
      {dialog}
    </SignedInFrame>
  )
}

function ExposureQuestion({ answer, setAnswer }: { answer: YesNo; setAnswer: (answer: YesNo) => void }) {
  const { passkeys } = useFullText()
  return (
    <Choice
      label={passkeys.known}
      value={answer}
      onChange={setAnswer}
      options={[
        { value: 'no', label: passkeys.knownNo, hint: passkeys.knownNoHint },
        { value: 'yes', label: passkeys.knownYes, hint: passkeys.knownYesHint },
      ]}
    />
  )
}

/** Changes the login; the current login and password are the proof. */
export function ChangeLogin({ onBack, onDone }: { onBack: () => void; onDone: (note: MethodNote) => Promise<void> }) {
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
        <FormActions task={task} submit={text.passkeys.changeLogin} busy={text.common.saving} onCancel={onBack} />
      </GuardedForm>
    </SignedInFrame>
  )
}
