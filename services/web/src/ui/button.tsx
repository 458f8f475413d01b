import type { ComponentChildren } from 'preact'

export type ButtonProps = {
  /** `danger`: the act cannot be undone. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly type?: 'button' | 'submit'
  /** Its name in `form.elements`. */
  readonly name?: string | undefined
  /** Replaces the children while the work runs. */
  readonly busyText?: string | undefined
  readonly disabled?: boolean
  readonly describedBy?: string | undefined
  readonly onClick?: () => void
  readonly children: ComponentChildren
}

/** Stays focusable while disabled or busy (`aria-disabled`), so that keyboard and screen reader users keep their place. */
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

/** A link that looks like a button. */
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
