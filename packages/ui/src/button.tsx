import type { ComponentChildren } from 'preact'

export type ButtonProps = {
  readonly label: ComponentChildren
  /** Read out after the label: which of several it is about. */
  readonly about?: string
  /** Read out in place of the label, where several buttons have the same one. */
  readonly readAs?: string | undefined
  /** `danger`: the act cannot be undone. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  readonly type?: 'button' | 'submit'
  /** Its name in `form.elements`. */
  readonly name?: string | undefined
  /** Replaces the label while the work runs. */
  readonly busyText?: string | undefined
  readonly disabled?: boolean
  readonly describedBy?: string | undefined
  readonly onClick?: () => void
}

/** Stays focusable while disabled or busy (`aria-disabled`), so that keyboard and screen reader users keep their place. */
export function Button({ kind = 'primary', type = 'button', label, about, busyText, ...button }: ButtonProps) {
  const isOff = button.disabled === true || busyText !== undefined
  return (
    <button
      type={type}
      name={button.name}
      class={`button ${kind}`}
      aria-disabled={isOff}
      aria-busy={busyText !== undefined}
      aria-describedby={button.describedBy}
      aria-label={busyText === undefined ? button.readAs : undefined}
      onClick={(event) => {
        if (isOff) event.preventDefault()
        else button.onClick?.()
      }}
    >
      {busyText === undefined ? label : <span class="button-busy">{busyText}</span>}
      {about !== undefined && busyText === undefined && <span class="visually-hidden"> {about}</span>}
    </button>
  )
}

export function ButtonLink({ href, kind = 'primary', label }: { href: string } & Pick<ButtonProps, 'kind' | 'label'>) {
  return (
    <a class={`button ${kind}`} href={href}>
      {label}
    </a>
  )
}
