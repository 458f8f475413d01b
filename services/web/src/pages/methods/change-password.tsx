import { useRef, useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useTask } from '../../ui/use-task.ts'
import { NewLoginField, NewPasswordField } from '../credentials/new-credential-fields.tsx'
import { findPasswordProblem } from '../credentials/password-hint.ts'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import type { MethodNote } from './method-step.ts'

type ChangePasswordProps = {
  readonly hasPassword: boolean
  readonly onBack: () => void
  readonly onDone: (note: MethodNote) => Promise<void>
  readonly onRotate: () => void
}

type YesNo = 'no' | 'yes'

/**
 * Another password, or the first one. Whoever knows an old password and has an old copy of the server could still open
 * what was locked then, so the page asks, ends what apps were allowed meanwhile, and goes on to lock everything anew.
 */
export function ChangePassword({ hasPassword, onBack, onDone, onRotate }: ChangePasswordProps) {
  const text = useFullText()
  const { ask, warmUp } = useSession()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [wasExposed, setExposed] = useState<YesNo>('no')
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const task = useTask<'save'>()
  const { protect, dialog } = useStepUp()

  const submit = (event: Event) => {
    event.preventDefault()
    if (findPasswordProblem(password, login) || (!hasPassword && login.trim() === '')) return refuse()
    task.run('save', async () => {
      await protect(() => (hasPassword ? ask('changePassword', { password }) : ask('setPassword', { login, password })))
      if (hasPassword && wasExposed === 'yes') {
        await ask('endOtherSessions', { apps: true })
        return onRotate()
      }
      await onDone(hasPassword ? 'passwordChanged' : 'passwordSet')
    })
  }
  const title = hasPassword ? text.passkeys.changePassword : text.passkeys.setPassword
  return (
    <SignedInFrame current="methods" title={title} lead={text.passkeys.changeLead}>
      <form ref={form} class="card stack" noValidate onSubmit={submit} onFocusCapture={() => warmUp('password')}>
        {!hasPassword && <NewLoginField login={login} setLogin={setLogin} wasRefused={wasRefused} />}
        <NewPasswordField
          label={text.passkeys.newPassword}
          password={password}
          setPassword={setPassword}
          login={login}
          wasRefused={wasRefused}
        />
        {hasPassword && <ExposureQuestion answer={wasExposed} setAnswer={setExposed} />}
        <FailureNotice failure={task.failure} />
        <div class="actions">
          <Button kind="quiet" onClick={onBack} disabled={task.running !== undefined}>
            {text.common.cancel}
          </Button>
          <Button type="submit" busyText={task.running && text.common.saving}>
            {title}
          </Button>
        </div>
      </form>
      {dialog}
    </SignedInFrame>
  )
}

/** Whether somebody else knew the old password. */
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
