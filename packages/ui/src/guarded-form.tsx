import { type ComponentChildren, createContext, type RefObject } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'

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
