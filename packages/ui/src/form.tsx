import { type ComponentChildren, createContext, h, type RefObject } from 'preact'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { useText } from './messages/texts.ts'

export type GuardedFormProps = {
  readonly isValid: boolean
  readonly onSubmit: () => void
  /** A refused submission whose fault is a field's: its error shows as after an invalid one. */
  readonly refusal?: unknown
  /** A field got the focus: fetch what the submission will need. */
  readonly onFocus?: () => void
  readonly isCard?: boolean | undefined
  /** The first field takes the focus when the form appears. */
  readonly takesFocus?: boolean | undefined
  readonly children: ComponentChildren
}

const RefusalContext = createContext(true)

/** Whether the surrounding form was refused; true without a form. */
export function useWasRefused(): boolean {
  return useContext(RefusalContext)
}

/** Refuses to submit while invalid; then fields show their errors and the first wrong one takes the focus. */
export function GuardedForm({ isValid, onSubmit, refusal, onFocus, isCard, takesFocus, children }: GuardedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [])
  useEffect(() => {
    if (refusal !== undefined) setRefusals((count) => count + 1)
  }, [refusal])
  // After the render that marks the fields.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const submit = (event: Event) => {
    event.preventDefault()
    if (isValid) onSubmit()
    else setRefusals((count) => count + 1)
  }
  return (
    <form ref={form} class={isCard ? 'card stack' : 'stack'} noValidate onSubmit={submit} onFocusCapture={onFocus}>
      <RefusalContext.Provider value={refusals > 0}>{children}</RefusalContext.Provider>
    </form>
  )
}

/** Focuses the first wrong field whenever the form is refused. */
export function useWrongFieldFocus(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
}

export type FieldProps = {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'datetime-local' | 'url' | 'search' | 'password' | 'multiline'
  readonly name?: string
  readonly autocomplete?: string
  /** The keyboard of a phone, where `type` does not say it. */
  readonly inputMode?: 'numeric' | 'url' | undefined
  readonly hint?: string | undefined
  /** Replaces the hint; in a `GuardedForm` only after submission. */
  readonly error?: string | undefined
  readonly required?: boolean
  readonly maxLength?: number
  /** For codes and keys: monospaced, no keyboard corrections. */
  readonly isCode?: boolean
}

/** A labelled input with a hint or an error, linked for assistive technology. */
export function Field(props: FieldProps) {
  const id = useId()
  const noteId = useId()
  const wasRefused = useWasRefused()
  const error = wasRefused ? props.error : undefined
  const note = error ?? props.hint
  return (
    <div class={error === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{props.label}</label>
      <Input {...props} error={error} id={id} noteId={note ? noteId : undefined} />
      {/* Announced when it changes: a hint may become an error while typing. */}
      <p id={noteId} class="field-note" aria-live="polite">
        {note}
      </p>
    </div>
  )
}

/** Turns keyboard corrections off. As properties, since the attribute text "false" would read as true. */
const UNTOUCHED = { spellcheck: false, autocapitalize: 'none', autocorrect: false } as const

const LEFT_TO_RIGHT: ReadonlySet<string> = new Set(['email', 'tel', 'url', 'password'])

type InputProps = FieldProps & { readonly id: string; readonly noteId: string | undefined }

function Input({ type = 'text', id, noteId, ...props }: InputProps) {
  const text = useText()
  const [isShown, setShown] = useState(false)
  const isPassword = type === 'password'
  const attributes = {
    id,
    name: props.name,
    value: props.value,
    autocomplete: props.autocomplete,
    inputMode: props.inputMode,
    maxLength: props.maxLength,
    // Codes, addresses and numbers are left to right in every language.
    dir: props.isCode || LEFT_TO_RIGHT.has(type) ? ('ltr' as const) : ('auto' as const),
    'aria-required': props.required,
    'aria-invalid': props.error !== undefined,
    'aria-describedby': noteId,
    onInput: (event: { currentTarget: { value: string } }) => props.onInput(event.currentTarget.value),
  }
  if (type === 'multiline') return <textarea {...attributes} rows={3} />
  // `h`, since JSX types every kind of input differently.
  const isUntouched = props.isCode || isPassword || props.name === 'username'
  const typed = { ...attributes, ...(isUntouched ? UNTOUCHED : {}) }
  if (!isPassword) return h('input', { ...typed, type, class: props.isCode ? 'field-code' : '' })
  return (
    <span class="field-password" dir="ltr">
      {h('input', { ...typed, type: isShown ? 'text' : 'password' })}
      <button type="button" aria-pressed={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
        {isShown ? text.common.hide : text.common.show}
        <span class="visually-hidden"> {props.label}</span>
      </button>
    </span>
  )
}
