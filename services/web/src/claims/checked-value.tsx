import { type CheckedClaim, checkClaim } from '@countersign/device'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useFullText } from '../messages/use-text.tsx'
import { PATHS } from '../routing/paths.ts'

type ValueToCheck = {
  readonly claim: string
  readonly value: string
  /** Of a phone number without a calling code. */
  readonly country?: string | undefined
  readonly onInput: (value: string) => void
}

/**
 * Checks a value by its claim: one that came from the vault at once, one that is typed when its field is left. Then it is
 * brought into its form. `handlers` belong on an element around the field.
 */
export function useCheckedValue({ claim, value, country, onInput }: ValueToCheck) {
  const [checked, setChecked] = useState<{ readonly of: string; readonly result: CheckedClaim }>()
  const [isTyping, setTyping] = useState(false)
  const wasTyped = useRef(false)
  useEffect(() => {
    let isCurrent = true
    checkClaim(claim, value, { now: new Date(), country }).then(
      (result) => isCurrent && setChecked({ of: value, result }),
      // Without a connection the numbering plans may be missing: saving checks again.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [claim, value, country])

  const result = checked?.of === value ? checked.result : undefined
  useEffect(() => {
    if (isTyping || !wasTyped.current || result === undefined || result.problem !== undefined) return
    wasTyped.current = false
    if (result.value !== value.trim()) onInput(result.value)
  }, [isTyping, result])

  const leave = () => {
    if (document.querySelector(':active') === null) return setTyping(false)
    // What is said here moves what is below: not while somebody presses it.
    addEventListener('mouseup', () => setTimeout(() => setTyping(false)), { once: true })
  }
  const handlers = {
    onInput: () => {
      wasTyped.current = true
      setTyping(true)
    },
    // Enter changes a field without leaving it.
    onChange: leave,
    onFocusOut: leave,
  }
  return { problem: isTyping ? undefined : result?.problem, handlers }
}

type ValueProblemProps = { readonly claim: string; readonly value: string }

/** What is wrong with a value that the vault holds, and where to mend it. */
export function ValueProblem({ claim, value }: ValueProblemProps) {
  const text = useFullText()
  const { problem } = useCheckedValue({ claim, value, onInput: () => undefined })
  if (problem === undefined) return null
  return (
    <p class="value-field-problem">
      {text.values.problems[problem]} <a href={PATHS.home}>{text.vault.title}</a>
    </p>
  )
}

/** What every field of a value is given, whatever its claim. */
export type ValueFieldProps = {
  readonly claim: string
  readonly name: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** Where there are several: which one. */
  readonly label?: string
}
