import { useRef, useState } from 'preact/hooks'
import { isGroup, pickGroups } from '../consent/recovery-check.ts'
import { useFullText } from '../messages/use-text.tsx'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FailureNotice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useRefusal } from '../ui/use-refusal.ts'
import { useTask } from '../ui/use-task.ts'

interface RecoveryConfirmProps {
  readonly login: string
  readonly recoveryKey: string
  readonly onBack: () => void
}

/** Two groups from the copy, then the account is created. A taken name is asked for again here: the key stays. */
export function RecoveryConfirm({ login, recoveryKey, onBack }: RecoveryConfirmProps) {
  const text = useFullText()
  const { ask } = useSession()
  const [groups] = useState(() => pickGroups(Math.random))
  const [typed, setTyped] = useState<Typed>({})
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const [newLogin, setNewLogin] = useState(login)
  const task = useTask<'create'>()
  const wrong = groups.filter((group) => !isGroup(recoveryKey, group, typed[group] ?? ''))
  const isTaken = task.failure?.code === 'login_taken' || newLogin !== login

  const submit = (event: Event) => {
    event.preventDefault()
    if (wrong.length > 0) return refuse()
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
      <form ref={form} class="card stack" noValidate onSubmit={submit}>
        <GroupFields groups={groups} typed={typed} setTyped={setTyped} wrong={wasRefused ? wrong : []} />
        {isTaken && <NewLogin login={newLogin} setLogin={setNewLogin} />}
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

type Typed = Readonly<Record<number, string>>

interface GroupFieldsProps {
  readonly groups: readonly number[]
  readonly typed: Typed
  readonly setTyped: (typed: Typed) => void
  readonly wrong: readonly number[]
}

function GroupFields({ groups, typed, setTyped, wrong }: GroupFieldsProps) {
  const text = useFullText()
  const fields = groups.map((group) => (
    <Field
      key={group}
      label={text.recovery.group(group + 1)}
      hint={text.recovery.groupHint}
      value={typed[group] ?? ''}
      onInput={(value) => setTyped({ ...typed, [group]: value })}
      error={wrong.includes(group) ? text.recovery.groupWrong : undefined}
      name={`group-${group + 1}`}
      autocomplete="off"
      maxLength={8}
      required
      isCode
    />
  ))
  return <div class="pair">{fields}</div>
}

function NewLogin({ login, setLogin }: { login: string; setLogin: (login: string) => void }) {
  const text = useFullText()
  return (
    <Field
      label={text.recovery.newLogin}
      hint={text.recovery.loginTaken}
      value={login}
      onInput={setLogin}
      name="username"
      autocomplete="username"
      required
      isCode
    />
  )
}
