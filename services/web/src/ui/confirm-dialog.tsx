import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly message: string
  /** What the question is about, between the message and the buttons. */
  readonly content?: ComponentChildren
  /** The buttons. */
  readonly children: ComponentChildren
  /** Escape. */
  readonly onCancel: () => void
}

/** A question that has to be answered first. */
export function ConfirmDialog({ content, children, ...props }: ConfirmDialogProps) {
  return (
    <Dialog {...props}>
      {content}
      <div class="actions">{children}</div>
    </Dialog>
  )
}
