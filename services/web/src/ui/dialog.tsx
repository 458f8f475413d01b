import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

type DialogProps = {
  readonly title: string
  readonly message: string
  readonly children: ComponentChildren
  /** Escape. */
  readonly onCancel: () => void
}

/** A modal dialog; returns the focus when it closes. */
export function Dialog({ title, message, children, onCancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const messageId = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      // The browser does this too, unless the dialog is unmounted while it closes.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={titleId} aria-describedby={messageId} onCancel={onCancel}>
      <h2 id={titleId}>{title}</h2>
      <p id={messageId}>{message}</p>
      {children}
    </dialog>
  )
}

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
