import { useText } from '../messages/use-text.tsx'
import { Button } from './button.tsx'

type FormActionsProps = {
  readonly submit: string
  /** Replaces `submit` while the form is sent. */
  readonly busy: string
  readonly isBusy: boolean
  readonly onCancel: () => void
  /** Default: Cancel. */
  readonly cancel?: string
}

/** The end of a form: cancel, disabled while the form is sent, and submit. */
export function FormActions({ submit, busy, isBusy, onCancel, cancel }: FormActionsProps) {
  const { common } = useText()
  return (
    <div class="actions">
      <Button kind="quiet" onClick={onCancel} disabled={isBusy} label={cancel ?? common.cancel} />
      <Button type="submit" busyText={isBusy ? busy : undefined} label={submit} />
    </div>
  )
}
