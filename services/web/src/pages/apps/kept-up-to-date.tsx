import type { AppUpdate } from '@countersign/device'
import { ConfirmDialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { Fact } from '@countersign/ui/list.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { canSend, hasChanges, nameOf, useProblemOf } from '../updates/app-updates.ts'
import { UpdatesDialog } from '../updates/updates-dialog.tsx'

type KeptUpToDateProps = {
  readonly update: AppUpdate
  /** Reloads the list; empty where the dialog has said it. */
  readonly onDone: (note: string) => void
}

/** How far the app is up to date, and the ways to send what it lacks and to stop. */
export function KeptUpToDate({ update, onDone }: KeptUpToDateProps) {
  const { updates: text } = useFullText()
  const format = useFormat()
  const name = nameOf(update)
  return (
    <Fact label={text.kept}>
      <p class="apps-wide">{text.since(format.date(update.since))}</p>
      <UpdateState update={update} />
      {canSend(update) && (
        <DialogButton kind="quiet" label={text.sendNow} about={name}>
          {(close) => (
            <UpdatesDialog
              updates={[update]}
              onClose={() => {
                close()
                onDone('')
              }}
            />
          )}
        </DialogButton>
      )}
      <DialogButton kind="quiet" label={text.stop} about={text.stopTitle(name)}>
        {(close) => <StopDialog update={update} onDone={onDone} onClose={close} />}
      </DialogButton>
    </Fact>
  )
}

function UpdateState({ update }: Pick<KeptUpToDateProps, 'update'>) {
  const { updates: text } = useFullText()
  const format = useFormat()
  const problemOf = useProblemOf()
  const { problem, sentAt, delivery } = update
  if (problem !== undefined) {
    return (
      <>
        <p class="apps-wide">{problemOf(update, problem)}</p>
        {problem !== 'new_key' && (
          <a class="rows-link" href={PATHS.home}>
            {text.toVault}
          </a>
        )}
      </>
    )
  }
  if (hasChanges(update)) {
    return (
      <p>
        <strong>{text.older}</strong>
      </p>
    )
  }
  if (sentAt === undefined || delivery === undefined || delivery === 'none') return <p>{text.current}</p>
  const day = format.date(sentAt)
  return <p>{delivery === 'fetched' ? text.fetched(day) : text.waiting(day)}</p>
}

function StopDialog({ update, onDone, onClose }: KeptUpToDateProps & { readonly onClose: () => void }) {
  const { updates: text } = useFullText()
  const { ask } = useSession()
  const name = nameOf(update)
  const stop = async () => {
    await ask('stopUpdates', { clientId: update.clientId })
    onClose()
    onDone(text.stopped(name))
  }
  return (
    <ConfirmDialog
      title={text.stopTitle(name)}
      message={text.stopText(name)}
      confirm={text.stop}
      busyText={text.stopping}
      work={stop}
      onCancel={onClose}
    />
  )
}
