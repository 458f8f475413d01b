import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'

type DeleteAccountProps = {
  readonly onBack: () => void
  readonly onDeleted: () => void
}

/** Explains the deletion, apps included, and requires a typed word. */
export function DeleteAccount({ onBack, onDeleted }: DeleteAccountProps) {
  const { account } = useFullText()
  const { ask } = useSession()
  const [word, setWord] = useState('')
  const task = useTask<'delete'>()
  const { protect, dialog } = useStepUp()
  const isTyped = word.trim().toLocaleLowerCase() === account.deleteWord

  const submit = () =>
    task.run('delete', async () => {
      await protect(() => ask('deleteAccount', {}))
      onDeleted()
    })
  return (
    <SignedInFrame current="account" title={account.deleteTitle}>
      <ul class="card facts account-delete">
        {account.deletePoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <GuardedForm isCard isValid={isTyped} onSubmit={submit}>
        <Field
          label={account.deleteType(account.deleteWord)}
          value={word}
          onInput={setWord}
          error={isTyped ? undefined : account.deleteWrong(account.deleteWord)}
          name="confirmation"
          autocomplete="off"
          required
        />
        <FailureNotice failure={task.failure} />
        <div class="actions">
          <Button kind="danger" type="submit" busyText={task.running && account.deleteBusy}>
            {account.deleteSubmit}
          </Button>
          <Button kind="secondary" onClick={onBack} disabled={task.running !== undefined}>
            {account.keep}
          </Button>
        </div>
      </GuardedForm>
      {dialog}
    </SignedInFrame>
  )
}
