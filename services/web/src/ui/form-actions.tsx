import { useText } from '../messages/use-text.tsx'
import { Button } from './button.tsx'

type FormActionsProps = {
  readonly submit: string
  /** Shown instead of `submit` while it is sent. */
  readonly busy: string
  readonly isBusy: boolean
  readonly onCancel: () => void
  /** Cancel, when not given. */
  readonly cancel?: string
}

/** The end of a form: a button that leaves it, but not while it is sent, and the one that sends it. */
export function FormActions({ submit, busy, isBusy, onCancel, cancel }: FormActionsProps) {
  const { common } = useText()
  return (
    <div class="actions">
      <Button kind="quiet" onClick={onCancel} disabled={isBusy}>
        {cancel ?? common.cancel}
      </Button>
      <Button type="submit" busyText={isBusy ? busy : undefined}>
        {submit}
      </Button>
    </div>
  )
}
