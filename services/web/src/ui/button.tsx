import type { ComponentChildren } from 'preact'

export type ButtonProps = {
  /** `danger` for what cannot be taken back. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly type?: 'button' | 'submit'
  /** By which its form finds it. */
  readonly name?: string | undefined
  /** Shown instead of the children while the button's work runs. */
  readonly busyText?: string | undefined
  readonly disabled?: boolean
  readonly describedBy?: string | undefined
  readonly onClick?: () => void
  readonly children: ComponentChildren
}

/**
 * A button. While disabled or busy it keeps its focus and its place in the order of focus (`aria-disabled`), so that
 * a keyboard or a screen reader is not thrown back to the top of the page.
 */
export function Button({
  kind = 'primary',
  type = 'button',
  name,
  busyText,
  disabled,
  describedBy,
  onClick,
  children,
}: ButtonProps) {
  const isOff = disabled === true || busyText !== undefined
  return (
    <button
      type={type}
      name={name}
      class={`button ${kind}`}
      aria-disabled={isOff}
      aria-busy={busyText !== undefined}
      aria-describedby={describedBy}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else onClick?.()
      }}
    >
      {busyText === undefined ? children : <span class="button-busy">{busyText}</span>}
    </button>
  )
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function ButtonLink({
  href,
  kind = 'primary',
  children,
}: {
  href: string
  kind?: ButtonProps['kind']
  children: ComponentChildren
}) {
  return (
    <a class={`button ${kind}`} href={href}>
      {children}
    </a>
  )
}
