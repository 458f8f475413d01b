import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

interface ConfirmDialogProps {
  readonly title: string
  readonly message: string
  /** What the question is about, between the message and the buttons. */
  readonly content?: ComponentChildren
  /** The buttons. */
  readonly children: ComponentChildren
  /** Escape, or a click on what stands behind. */
  readonly onCancel: () => void
}

/** A question that has to be answered first. The platform's dialog keeps the focus inside. */
export function ConfirmDialog({ title, message, content, children, onCancel }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const messageId = useId()
  useEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    return () => {
      shown?.close()
      // The platform does this too, unless the dialog leaves the page while it closes.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={titleId} aria-describedby={messageId} onCancel={onCancel}>
      <h2 id={titleId}>{title}</h2>
      <p id={messageId}>{message}</p>
      {content}
      <div class="actions">{children}</div>
    </dialog>
  )
}
