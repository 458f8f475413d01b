import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'

type GuardedFormProps = {
  /** Whether it can be sent as it is. */
  readonly isValid: boolean
  readonly onSubmit: () => void
  /** What was sent and refused, if that is the fault of a field: it says so as if the form had not been sent. */
  readonly refusal?: unknown
  /** Called when a field gets the focus: what the submission will need can be fetched meanwhile. */
  readonly onFocus?: () => void
  /** Stands on the page as a card. */
  readonly isCard?: boolean
  /** The first field takes the focus when the form appears. */
  readonly takesFocus?: boolean
  readonly children: ComponentChildren
}

/** Whether fields say what is wrong with them: in a form not before it was sent. */
const RefusalContext = createContext(true)

/** Whether the form around a field was refused; true where there is none. */
export function useWasRefused(): boolean {
  return useContext(RefusalContext)
}

/** A form that is not sent while something in it is wrong: from the first try on it says what, and that field gets the focus. */
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
