import { Card } from '@countersign/ui/card.tsx'
import { PasswordField } from '@countersign/ui/credential-fields.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { GuardedForm } from '@countersign/ui/form.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'

/** Asks for the password after the service has rotated its OPAQUE secrets: only the password can renew its record. */
export function RenewPassword() {
  const { passkeys } = useFullText()
  const { profile, ask, warmUp } = useSession()
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const task = useTask<'renew'>()
  const submit = () =>
    task.run('renew', async () => {
      await ask('renewPassword', { password })
      setDone(true)
    })
  if (isDone) return <Notice kind="good">{passkeys.renewed}</Notice>
  return (
    <Card icon="password" title={passkeys.renewTitle} lead={passkeys.renewLead}>
      <GuardedForm isValid={password !== ''} onSubmit={submit} onFocus={() => warmUp('password')}>
        <PasswordField login={profile?.login} password={password} setPassword={setPassword} />
        <FailureNotice failure={task.failure} />
        <Button
          kind="secondary"
          type="submit"
          busyText={task.running && passkeys.stepUpBusy}
          label={passkeys.stepUpPassword}
        />
      </GuardedForm>
    </Card>
  )
}
