import { checkClaim } from '@countersign/device'
import { useResult } from '@countersign/ui/loading.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useEffect, useRef, useState } from 'preact/hooks'

type ValueToCheck = {
  readonly claim: string
  readonly value: string
  /** Reads a phone number without a calling code. */
  readonly country?: string | undefined
  readonly onInput: (value: string) => void
}

/** Checks a vault value at once, a typed one when its field loses the focus. `handlers` go on an element around it. */
export function useCheckedValue({ claim, value, country, onInput }: ValueToCheck) {
  const { problems } = useFullText().values
  const [isTyping, setTyping] = useState(false)
  const wasTyped = useRef(false)
  // Offline, without numbering plans, there is no result: saving checks again.
  const check = () => checkClaim(claim, value, { now: new Date(), country })
  const result = useResult(check, [claim, value, country])
  useEffect(() => {
    if (isTyping || !wasTyped.current || result === undefined || result.problem !== undefined) return
    wasTyped.current = false
    if (result.value !== value.trim()) onInput(result.value)
  }, [isTyping, result])

  const leave = () => {
    if (document.querySelector(':active') === null) return setTyping(false)
    // A message moves the elements below it: wait until the pointer is up.
    addEventListener('mouseup', () => setTimeout(() => setTyping(false)), { once: true })
  }
  const handlers = {
    onInput: () => {
      wasTyped.current = true
      setTyping(true)
    },
    // Enter changes a field that keeps the focus.
    onChange: leave,
    onFocusOut: leave,
  }
  const problem = isTyping ? undefined : result?.problem
  return { error: problem && problems[problem], handlers }
}

export function ValueProblem(shown: Pick<ValueToCheck, 'claim' | 'value'>) {
  const { vault } = useFullText()
  const { error } = useCheckedValue({ ...shown, onInput: () => undefined })
  if (error === undefined) return null
  return (
    <p class="value-field-problem">
      {error} <a href={PATHS.home}>{vault.title}</a>
    </p>
  )
}

export type LabelledFieldProps = Omit<ValueToCheck, 'country'> & { readonly name: string; readonly label: string }
