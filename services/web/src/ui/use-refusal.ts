import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A form that was sent although something in it is wrong: from then on it says what, and the first such field gets the focus. */
export function useRefusal(form: RefObject<HTMLFormElement | null>): { wasRefused: boolean; refuse: () => void } {
  const [refusals, setRefusals] = useState(0)
  // After the render that marks the fields.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])
  return { wasRefused: refusals > 0, refuse: () => setRefusals((count) => count + 1) }
}
