import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Moves the focus to the first wrong field of a form each time the form is refused. */
export function useWrongFieldFocus(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
}
