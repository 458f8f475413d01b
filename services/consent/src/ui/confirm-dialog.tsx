import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly message: string
  /** The buttons. */
  readonly children: ComponentChildren
  /** Escape. */
  readonly onCancel: () => void
}

/** A question that has to be answered first. */
export function ConfirmDialog({ children, ...props }: ConfirmDialogProps) {
  return (
    <Dialog {...props}>
      <div class="actions">{children}</div>
    </Dialog>
  )
}
