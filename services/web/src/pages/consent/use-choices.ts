import { NOTHING_CHOSEN, type Selection, select, withoutTyped } from '@countersign/device'
import { useMemo } from 'preact/hooks'
import { type DraftOptions, useDraft } from '../../session/draft.tsx'

/** What the person chose on the consent page, and how the page changes it. */
export type Choices = {
  readonly selection: Selection
  readonly setScope: (scope: string, isOn: boolean) => void
  readonly setClaim: (claim: string, isOn: boolean) => void
  readonly choose: (claim: string, id: string) => void
  readonly type: (claim: string, value: string) => void
  /** These claims are in the vault now. */
  readonly forgetTyped: (claims: readonly string[]) => void
}

const DRAFT: Omit<DraftOptions<Selection>, 'name'> = {
  initial: NOTHING_CHOSEN,
  isUnsaved: ({ typed }) => Object.values(typed).some((value) => value.trim() !== ''),
}

/** The choices of one request; they outlive a session that ends in the middle. */
export function useChoices(authRequestId: string): Choices {
  // Of this request: what was switched off for one app says nothing about another.
  const options = useMemo(() => ({ ...DRAFT, name: `consent ${authRequestId}` }), [authRequestId])
  const [selection, change] = useDraft(options)
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
