import { type CredentialStatuses, entryIdOf, isCredentialScope, type ScopeShare } from '@countersign/device'
import { useResult } from '@countersign/ui/loading.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useEffect } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import type { Choices } from './use-choices.ts'

/** Turns off what its issuer has revoked, when that is known: once, since the user may turn it on again. */
export function useStatuses(shares: readonly ScopeShare[], choices: Choices): CredentialStatuses | undefined {
  const { ask } = useSession()
  const isAsked = shares.some(({ scope }) => isCredentialScope(scope))
  const statuses = useResult(async () => (isAsked ? ask('readCredentialStatuses', {}) : {}), [isAsked])
  useEffect(() => {
    for (const share of shares) leaveOut(share, choices, statuses)
  }, [statuses])
  return statuses
}

/** Takes another credential of the type, if there is one in force. */
function leaveOut(share: ScopeShare, choices: Choices, statuses: CredentialStatuses | undefined): void {
  if (!isChosenOut(share, statuses)) return
  const options = share.claims.flatMap((each) => each.options.map(({ id }) => ({ claim: each.claim, id })))
  const other = options.find(({ id }) => !isOut(id, statuses))
  if (other) choices.choose(other.claim, other.id)
  else choices.setScope(share.scope.name, false)
}

function isChosenOut({ scope, claims }: ScopeShare, statuses: CredentialStatuses | undefined): boolean {
  return isCredentialScope(scope) && claims.some(({ chosenId = '' }) => isOut(chosenId, statuses))
}

function isOut(chosenId: string, statuses: CredentialStatuses | undefined): boolean {
  return statuses?.[entryIdOf(chosenId)]?.isOutOfForce === true
}

type OutOfForceProps = { readonly share: ScopeShare; readonly statuses: CredentialStatuses | undefined }

/** Why a credential is off. */
export function OutOfForce({ share, statuses }: OutOfForceProps) {
  const { issued } = useFullText()
  return isChosenOut(share, statuses) ? <p class="fine">{issued.outOfForce}</p> : null
}
