import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Button, type ButtonProps, FailureNotice } from './elements.tsx'
import { useText } from './messages/texts.ts'
import { useTask } from './use-task.ts'

type DialogProps = {
  readonly title: string
  readonly message: string
  readonly children: ComponentChildren
  readonly onCancel: () => void
}

const TABBABLE = ':is(a, button, input, select, textarea):not([tabindex="-1"])'

/** A modal dialog; returns the focus when it closes. */
export function Dialog({ title, message, children, onCancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const messageId = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    // The browser focuses the first element that can have the focus, even out of the tab order.
    if (document.activeElement?.matches('[tabindex="-1"]')) element?.querySelector<HTMLElement>(TABBABLE)?.focus()
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

type DialogButtonProps = Omit<ButtonProps, 'onClick'> & {
  readonly children: (close: () => void) => ComponentChildren
}

/** A button and the dialog that it opens. */
export function DialogButton({ children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

type ConfirmDialogProps = Omit<DialogProps, 'children'> & {
  readonly content?: ComponentChildren
  readonly confirm: string
  readonly kind?: ButtonProps['kind']
  readonly busyText?: string
  readonly disabled?: boolean
  readonly work: () => Promise<void>
}

/** A modal question. Stays open, with the failure, until the work is done and the caller closes it. */
export function ConfirmDialog({
  content,
  confirm,
  kind = 'danger',
  busyText,
  disabled,
  work,
  ...dialog
}: ConfirmDialogProps) {
  const { common } = useText()
  const task = useTask<'confirm'>()
  return (
    <Dialog {...dialog}>
      {content}
      <FailureNotice failure={task.failure} />
      <div class="actions">
        <Button kind="quiet" onClick={dialog.onCancel} label={common.cancel} />
        <Button
          kind={kind}
          onClick={() => task.run('confirm', work)}
          busyText={task.running && busyText}
          disabled={disabled === true}
          label={confirm}
        />
      </div>
    </Dialog>
  )
}
