import type { MethodView } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { MethodNote } from './method-step.ts'
import { PasskeyName } from './passkey-name.tsx'

type RenameProps = {
  readonly method: MethodView
  readonly name: string
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Another name for a passkey: it is in the vault, so the server never learns it. */
export function RenameButton(props: RenameProps) {
  const { passkeys } = useFullText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {passkeys.rename}
        <span class="visually-hidden"> {props.name}</span>
      </Button>
      {isOpen && <RenameDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function RenameDialog({ method, name, onDone, onClose }: RenameProps & { readonly onClose: () => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const [label, setLabel] = useState(name)
  const task = useTask<'save'>()
  const submit = () =>
    task.run('save', async () => {
      await ask('renameMethod', { unlockId: method.unlockId, label: label.trim() })
      onClose()
      await onDone('renamed')
    })
  return (
    <Dialog title={text.passkeys.rename} message={text.passkeys.nameHint} onCancel={onClose}>
      <GuardedForm isValid={label.trim() !== ''} onSubmit={submit}>
        <PasskeyName label={label} setLabel={setLabel} />
        <FailureNotice failure={task.failure} />
        <FormActions
          submit={text.common.save}
          busy={text.common.saving}
          isBusy={task.running !== undefined}
          onCancel={onClose}
        />
      </GuardedForm>
    </Dialog>
  )
}
