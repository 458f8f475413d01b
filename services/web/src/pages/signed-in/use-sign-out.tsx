import type { OpenedProfile } from '@countersign/device'
import { Button } from '@countersign/ui/button.tsx'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { useFullText } from '@countersign/ui/messages/use-text.tsx'
import { FailureNotice } from '@countersign/ui/notice.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useUnsavedEdits } from '../vault-edits/use-unsaved-edits.ts'

/** Signs out; asks first, in `dialog`, while the vault has unsaved changes. */
export function useSignOut(profile: OpenedProfile) {
  const text = useFullText()
  const { ask, lock } = useSession()
  const { changes, save } = useUnsavedEdits(profile)
  const task = useTask<'sign-out'>()
  const [isAsking, setAsking] = useState(false)

  const leave = (shouldSave: boolean) =>
    task.run('sign-out', async () => {
      if (shouldSave) await save()
      setAsking(false)
      // Locks even if the server does not answer; an unused session expires.
      await ask('signOut', {}).catch(() => undefined)
      lock('signed_out')
    })
  const cancel = () => setAsking(false)
  const dialog = isAsking && (
    <Dialog title={text.vault.leaveTitle} message={text.vault.leave} onCancel={cancel}>
      <FailureNotice failure={task.failure} />
      <div class="actions">
        <Button kind="quiet" onClick={cancel} label={text.common.cancel} />
        <Button kind="secondary" onClick={() => leave(false)} label={text.vault.leaveDiscard} />
        <Button onClick={() => leave(true)} label={text.vault.leaveSave} />
      </div>
    </Dialog>
  )
  return {
    signOut: () => (changes > 0 ? setAsking(true) : leave(false)),
    isLeaving: task.running !== undefined,
    dialog,
  }
}
