import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { useText } from './messages/use-text.tsx'
import { FailureNotice } from './notice.tsx'
import type { Task } from './use-task.ts'

type FormActionsProps = {
  readonly task: Pick<Task<string>, 'running' | 'failure'>
  readonly submit: string
  readonly busy: string
  readonly onCancel: () => void
  readonly cancel?: string
  readonly notice?: ComponentChildren
}

/** The end of a form: its failure, cancel, disabled while the form is sent, and submit. */
export function FormActions({ task, submit, busy, onCancel, cancel, notice }: FormActionsProps) {
  const { common } = useText()
  return (
    <>
      {notice ?? <FailureNotice failure={task.failure} />}
      <div class="actions">
        <Button kind="quiet" onClick={onCancel} disabled={task.running !== undefined} label={cancel ?? common.cancel} />
        <Button type="submit" busyText={task.running && busy} label={submit} />
      </div>
    </>
  )
}
