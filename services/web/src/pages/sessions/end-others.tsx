import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'

/** Ends every session but this one, and what apps were allowed if that is wanted, after a question. */
export function EndOthers({ onEnded }: { onEnded: () => Promise<void> }) {
  const { common, sessions } = useFullText()
  const { ask } = useSession()
  const [isAsking, setAsking] = useState(false)
  const [apps, setApps] = useState(false)
  const task = useTask<'end'>()
  const end = async () => {
    await ask('endOtherSessions', { apps })
    setAsking(false)
    await onEnded()
  }
  return (
    <div class="actions start">
      <Button kind="secondary" onClick={() => setAsking(true)}>
        {sessions.endOthers}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={sessions.endOthersTitle}
          message={sessions.endOthersMessage}
          content={
            <label class="accept">
              <input type="checkbox" checked={apps} onChange={(event) => setApps(event.currentTarget.checked)} />
              <span>{sessions.endOthersApps}</span>
            </label>
          }
          onCancel={() => setAsking(false)}
        >
          <Button kind="quiet" onClick={() => setAsking(false)}>
            {common.cancel}
          </Button>
          <Button kind="danger" onClick={() => task.run('end', end)} busyText={task.running && sessions.endOthers}>
            {sessions.endOthers}
          </Button>
          <FailureNotice failure={task.failure} />
        </ConfirmDialog>
      )}
    </div>
  )
}
