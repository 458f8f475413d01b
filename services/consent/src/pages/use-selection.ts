import { useMemo } from 'preact/hooks'
import { NOTHING_CHOSEN, type Selection, select, withoutTyped } from '../consent/selection.ts'
import { useKeptState, useUnsavedNote } from '../kept-state.ts'

/** What the person chose on the consent page, and how the page changes it. */
export interface Choices {
  readonly selection: Selection
  readonly setScope: (scope: string, isOn: boolean) => void
  readonly setClaim: (claim: string, isOn: boolean) => void
  readonly choose: (claim: string, id: string) => void
  readonly type: (claim: string, value: string) => void
  /** These claims are in the vault now. */
  readonly forgetTyped: (claims: readonly string[]) => void
}

/** The choices of one request; they outlive a session that ends in the middle. */
export function useChoices(): Choices {
  const [selection, change] = useKeptState(NOTHING_CHOSEN)
  useUnsavedNote(Object.values(selection.typed).some((value) => value.trim() !== ''))
  return useMemo(
    () => ({
      selection,
      setScope: (scope, isOn) => change((current) => select.scope(current, scope, isOn)),
      setClaim: (claim, isOn) => change((current) => select.claim(current, claim, isOn)),
      choose: (claim, id) => change((current) => select.value(current, claim, id)),
      type: (claim, value) => change((current) => select.typed(current, claim, value)),
      forgetTyped: (claims) => change((current) => withoutTyped(current, claims)),
    }),
    [selection, change],
  )
}
