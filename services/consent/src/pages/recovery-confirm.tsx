import { useState } from 'preact/hooks'
import { isGroup, pickGroups } from '../consent/recovery-check.ts'
import { text } from '../messages/messages.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useTask } from '../ui/use-task.ts'

interface RecoveryConfirmProps {
  readonly login: string
  readonly recoveryKey: string
  readonly onBack: () => void
}

/** Two groups from the copy, then the account is created. A taken name is asked for again here: the key stays. */
export function RecoveryConfirm({ login, recoveryKey, onBack }: RecoveryConfirmProps) {
  const { ask } = useSession()
  const [groups] = useState(() => pickGroups(Math.random))
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [wasSent, setSent] = useState(false)
  const [newLogin, setNewLogin] = useState(login)
  const task = useTask<'create'>()
  const isRight = (group: number) => isGroup(recoveryKey, group, typed[group] ?? '')
  const isTaken = task.failure?.code === 'login_taken' || newLogin !== login

  const submit = (event: Event) => {
    event.preventDefault()
    setSent(true)
    if (!groups.every(isRight)) return
    task.run('create', async () => {
      await ask('createAccount', { login: newLogin })
    })
  }

  return (
    <Page
      before={<p class="step">{text.signUp.step(2)}</p>}
      title={text.recovery.confirmTitle}
      lead={text.recovery.confirmLead}
      hasHomeLink={false}
    >
      <form class="card stack" noValidate onSubmit={submit}>
        <div class="pair">
          {groups.map((group) => (
            <Field
              key={group}
              label={text.recovery.group(group + 1)}
              hint={text.recovery.groupHint}
              value={typed[group] ?? ''}
              onInput={(value) => setTyped({ ...typed, [group]: value })}
              error={wasSent && !isRight(group) ? text.recovery.groupWrong : undefined}
              autocomplete="off"
              maxLength={8}
              required
              isCode
            />
          ))}
        </div>
        {isTaken && (
          <Field
            label={text.recovery.newLogin}
            hint={text.recovery.loginTaken}
            value={newLogin}
            onInput={setNewLogin}
            autocomplete="username"
            required
            isCode
          />
        )}
        <FailureNotice failure={task.failure} />
        <div class="actions">
          <Button kind="quiet" onClick={onBack} disabled={task.running !== undefined}>
            {text.recovery.back}
          </Button>
          <Button type="submit" busyText={task.running && text.recovery.busy}>
            {text.recovery.submit}
          </Button>
        </div>
      </form>
    </Page>
  )
}
