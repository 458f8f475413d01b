import type { MethodView } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { signalAccepted } from '../../passkey/signals.ts'
import { useSession } from '../../session/session.tsx'
import { useStepUp } from '../../session/use-step-up.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { MethodNote } from './method-step.ts'

type RemoveProps = {
  readonly method: MethodView
  readonly methods: readonly MethodView[]
  readonly name: string
  readonly onDone: (note: MethodNote) => Promise<void>
}

/** Removes an unlock method; the last one besides the recovery key must stay, and says so. */
export function RemoveButton(props: RemoveProps) {
  const { passkeys } = useFullText()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isLast = props.methods.filter(({ type }) => type !== 'recovery').length < 2
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {passkeys.remove}
        <span class="visually-hidden"> {props.name}</span>
      </Button>
      {isOpen && (isLast ? <LastDialog onClose={close} /> : <RemoveDialog {...props} onClose={close} />)}
    </>
  )
}

function LastDialog({ onClose }: { onClose: () => void }) {
  const text = useFullText()
  return (
    <ConfirmDialog title={text.passkeys.lastTitle} message={text.passkeys.lastMessage} onCancel={onClose}>
      <Button onClick={onClose}>{text.common.close}</Button>
    </ConfirmDialog>
  )
}

function RemoveDialog({ method, name, onDone, onClose }: RemoveProps & { readonly onClose: () => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const task = useTask<'remove'>()
  const { protect, dialog } = useStepUp()
  const remove = async () => {
    const { userId } = await protect(() => ask('removeMethod', { unlockId: method.unlockId }))
    await signalAccepted(userId, () => ask('listMethods', {}))
    onClose()
    await onDone('removed')
  }
  return (
    <>
      <ConfirmDialog title={text.passkeys.removeTitle(name)} message={text.passkeys.removeMessage} onCancel={onClose}>
        <Button kind="quiet" onClick={onClose}>
          {text.common.cancel}
        </Button>
        <Button kind="danger" onClick={() => task.run('remove', remove)} busyText={task.running && text.common.saving}>
          {text.passkeys.remove}
        </Button>
        <FailureNotice failure={task.failure} />
      </ConfirmDialog>
      {dialog}
    </>
  )
}
