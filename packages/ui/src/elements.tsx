import type { Failure, FailureCode } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { describeFailure, useText } from './messages/texts.ts'

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

export type Sentences = Readonly<Partial<Record<FailureCode, string>>>

type Kind = 'info' | 'good' | 'warning' | 'error'

/** A message. Its live region is always there: assistive technology announces changes inside known regions only. */
export function Notice({ kind = 'info', children }: { kind?: Kind; children?: ComponentChildren }) {
  return (
    <div class="notice-region" role={kind === 'error' ? 'alert' : 'status'}>
      {children ? <p class={`notice ${kind}`}>{children}</p> : null}
    </div>
  )
}

type FailureNoticeProps = { readonly failure: Failure | undefined; readonly own?: Sentences | undefined }

/** A failure, in the page's own sentence for its code or the usual one. */
export function FailureNotice({ failure, own = {} }: FailureNoticeProps) {
  const text = useText()
  return <Notice kind="error">{failure && (own[failure.code] ?? describeFailure(text, failure))}</Notice>
}

/** The failure of a passkey ceremony: a cancelled one is no error. */
export function PasskeyNotice({ failure, own, cancelled }: FailureNoticeProps & { readonly cancelled: string }) {
  const isCancelled = failure?.code === 'passkey_cancelled'
  return (
    <>
      <FailureNotice failure={isCancelled ? undefined : failure} own={own} />
      <Notice>{isCancelled && cancelled}</Notice>
    </>
  )
}

/** An app's logo, or its initial. Decorative: the name stands beside it. */
export function AppIcon({ name, logo }: { name: string; logo: string }) {
  const [isBroken, setBroken] = useState(false)
  if (logo === '' || isBroken) {
    return (
      <span class="app-icon" aria-hidden="true">
        {Array.from(name)[0]?.toUpperCase()}
      </span>
    )
  }
  return <img class="app-icon" src={logo} alt="" width={56} height={56} onError={() => setBroken(true)} />
}

/** Beside the name of an app that the operator has not reviewed. */
export function UnreviewedMark({ app }: { readonly app: { readonly unreviewed?: boolean | undefined } }) {
  const { consent } = useText()
  return app.unreviewed === true ? <span class="unreviewed-mark">{consent.unreviewed}</span> : null
}

/** A sentence with one value marked, a host or a name. The value keeps its own writing direction. */
export function Marked({ sentence, value }: { sentence: string; value: string }) {
  const at = sentence.indexOf(value)
  if (at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <bdi>
        <strong>{value}</strong>
      </bdi>
      {sentence.slice(at + value.length)}
    </>
  )
}
