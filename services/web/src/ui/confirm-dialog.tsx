import type { ComponentChildren } from 'preact'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly message: string
  /** Between message and buttons. */
  readonly content?: ComponentChildren
  /** The buttons. */
  readonly children: ComponentChildren
  /** Escape. */
  readonly onCancel: () => void
}

/** A modal question. */
export function ConfirmDialog({ content, children, ...props }: ConfirmDialogProps) {
  return (
    <Dialog {...props}>
      {content}
      <div class="actions">{children}</div>
    </Dialog>
  )
}
