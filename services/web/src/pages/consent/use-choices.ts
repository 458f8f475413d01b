import type { AuthorizationRequestDetails } from '@countersign/contracts'
import {
  type ClaimItem,
  type ClaimValues,
  type LastChoice,
  type Selection,
  select,
  startSelection,
  withoutTyped,
} from '@countersign/device'
import { useMemo, useState } from 'preact/hooks'
import { type DraftOptions, useDraft, useProposedName } from '../../session/draft.tsx'

export type Choices = {
  readonly selection: Selection
  readonly setScope: (scope: string, isOn: boolean) => void
  readonly setClaim: (claim: string, isOn: boolean) => void
  readonly choose: (claim: string, id: string) => void
  readonly type: (claim: string, value: string) => void
  /** These claims are in the vault now. */
  readonly forgetTyped: (claims: readonly string[]) => void
}

const isUnsaved: DraftOptions<Selection>['isUnsaved'] = ({ typed }) =>
  Object.values(typed).some((value) => value.trim() !== '')

const nameOf = (requestId: string) => `consent ${requestId}`

/** The values typed for a request and not saved, which outlive its form. */
export function useTyped({ auth_request_id: id, scope_details: scopes }: AuthorizationRequestDetails): ClaimValues {
  const options = { name: nameOf(id), initial: NOTHING_TYPED, isUnsaved: () => false }
  const [{ typed }] = useDraft<Pick<Selection, 'typed'>>(options)
  const isAsked = (claim: string) => scopes.some(({ claims }) => claims.includes(claim))
  return Object.fromEntries(Object.entries(typed).filter(([claim, value]) => isAsked(claim) && value.trim() !== ''))
}

const NOTHING_TYPED = { typed: {} }

/** Starts with the last approval's choices. Outlives a session that ends in the middle. */
export function useChoices(
  details: AuthorizationRequestDetails,
  { vault, last }: { readonly vault: readonly ClaimItem[]; readonly last: LastChoice | undefined },
): Choices {
  // Once: saving an entry must not change a switch.
  const proposedName = useProposedName()
  const [initial] = useState(() => {
    const start = startSelection(details, { vault, last })
    const isNamed = proposedName === '' || vault.some(({ name }) => name === 'name')
    return isNamed ? start : select.typed(start, 'name', proposedName)
  })
  // Named after the request: choices for one app mean nothing for another.
  const options = useMemo(() => ({ name: nameOf(details.auth_request_id), initial, isUnsaved }), [details, initial])
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
