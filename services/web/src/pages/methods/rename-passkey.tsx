import type { MethodView } from '@countersign/device'
import { useRef, useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useRefusal } from '../../ui/use-refusal.ts'
import { useTask } from '../../ui/use-task.ts'
import type { MethodNote } from './methods-page.tsx'
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
  const form = useRef<HTMLFormElement>(null)
  const { wasRefused, refuse } = useRefusal(form)
  const task = useTask<'save'>()
  const submit = (event: Event) => {
    event.preventDefault()
    if (label.trim() === '') return refuse()
    task.run('save', async () => {
      await ask('renameMethod', { unlockId: method.unlockId, label: label.trim() })
      onClose()
      await onDone('renamed')
    })
  }
  return (
    <Dialog title={text.passkeys.rename} message={text.passkeys.nameHint} onCancel={onClose}>
      <form ref={form} class="stack" noValidate onSubmit={submit}>
        <PasskeyName label={label} setLabel={setLabel} wasRefused={wasRefused} />
        <FailureNotice failure={task.failure} />
        <div class="actions">
          <Button kind="quiet" onClick={onClose}>
            {text.common.cancel}
          </Button>
          <Button type="submit" busyText={task.running && text.common.saving}>
            {text.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
