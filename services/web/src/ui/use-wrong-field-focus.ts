import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Focuses the first wrong field whenever the form is refused. */
export function useWrongFieldFocus(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
}
