import type { OpenedProfile } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { useUnsavedEdits } from '../vault-edits/use-unsaved-edits.ts'

/** Signs out, after a question where the vault has changes that are not saved. */
export function SignOut() {
  const { state } = useSession()
  return state.status === 'open' ? <SignOutButton profile={state.profile} /> : null
}

function SignOutButton({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { ask, lock } = useSession()
  const { changes, save } = useUnsavedEdits(profile)
  const task = useTask<'sign-out'>()
  const [isAsking, setAsking] = useState(false)

  const signOut = (shouldSave: boolean) =>
    task.run('sign-out', async () => {
      if (shouldSave) await save()
      setAsking(false)
      // Locked here whatever the server says: its session ends by itself when it is not used.
      await ask('signOut', {}).catch(() => undefined)
      lock('signed_out')
    })
  const cancel = () => setAsking(false)
  return (
    <>
      <Button
        kind="quiet"
        busyText={task.running && text.common.signOut}
        onClick={() => (changes > 0 ? setAsking(true) : signOut(false))}
      >
        {text.common.signOut}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text.vault.leaveTitle}
          message={text.vault.leave}
          content={<FailureNotice failure={task.failure} />}
          onCancel={cancel}
        >
          <Button kind="quiet" onClick={cancel}>
            {text.common.cancel}
          </Button>
          <Button kind="secondary" onClick={() => signOut(false)}>
            {text.vault.leaveDiscard}
          </Button>
          <Button onClick={() => signOut(true)}>{text.vault.leaveSave}</Button>
        </ConfirmDialog>
      )}
    </>
  )
}
