import type { Failure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RefusalNotice } from './refusal-notice.tsx'

type AskFirstProps = Pick<ButtonProps, 'kind' | 'children'> & {
  /** Says of which of several it is. */
  readonly label?: string
  readonly title: string
  /** What it does. */
  readonly message: string
  /** What the button that does it says. */
  readonly confirm: string
  readonly work: () => Promise<void>
  readonly isDisabled?: boolean
}

/** A button for what has consequences: it says which, and asks once. */
export function AskFirst({
  kind = 'secondary',
  label,
  title,
  message,
  confirm,
  work,
  isDisabled = false,
  children,
}: AskFirstProps) {
  const { common } = useText()
  const [isAsking, setAsking] = useState(false)
  const task = useTask<'work'>()
  const run = () =>
    task.run('work', async () => {
      setAsking(false)
      await work()
    })
  return (
    <>
      <Button kind={kind} disabled={isDisabled} onClick={() => setAsking(true)} busyText={task.running && confirm}>
        {label === undefined ? children : <span aria-hidden="true">{children}</span>}
        {label !== undefined && <span class="visually-hidden">{label}</span>}
      </Button>
      <AskFailure failure={task.failure} />
      {isAsking && (
        <ConfirmDialog title={title} message={message} onCancel={() => setAsking(false)}>
          <Button kind="secondary" onClick={() => setAsking(false)}>
            {common.cancel}
          </Button>
          <Button kind="danger" onClick={run}>
            {confirm}
          </Button>
        </ConfirmDialog>
      )}
    </>
  )
}

function AskFailure({ failure }: { failure: Failure | undefined }) {
  return (
    <div class="ask-failure">
      <RefusalNotice failure={failure} />
    </div>
  )
}
