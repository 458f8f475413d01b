import type { Failure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useText } from '../../messages/use-text.tsx'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RefusalNotice } from './refusal-notice.tsx'

type AskFirstProps = Partial<Pick<ButtonProps, 'kind' | 'children'>> & {
  /** Accessible name, where several buttons read the same. */
  readonly label?: string
  readonly title: string
  readonly message: string
  /** Label of the confirming button, and of this one unless it has children. */
  readonly confirm: string
  readonly work: () => Promise<void>
  readonly isDisabled?: boolean
}

/** A button that asks for confirmation before it runs `work`. */
export function AskFirst({
  kind = 'secondary',
  label,
  title,
  message,
  confirm,
  work,
  isDisabled = false,
  children = confirm,
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
