import { useEffect, useState } from 'preact/hooks'
import type { ClaimValues } from './consent/claims.ts'
import { type LockReason, useSession } from './session.tsx'

export interface Drafts {
  readonly values: ClaimValues
  readonly set: (claim: string, value: string) => void
  readonly clear: () => void
}

interface Owned {
  readonly owner: string | undefined
  readonly values: ClaimValues
}

/** Locks that the person did not ask for and will sign in again after. */
const KEPT_OVER: readonly (LockReason | undefined)[] = ['session_ended', 'recent_sign_in']

const NOTHING: Owned = { owner: undefined, values: {} }

/**
 * What was typed and not saved yet. It outlives a session that ended in the middle, for the same person only: whoever
 * signs in next on this device does not find it. Every other lock takes it away.
 */
export function useDrafts(): Drafts {
  const { state, noteUnsaved } = useSession()
  const [drafts, setDrafts] = useState(NOTHING)
  const userId = state.status === 'open' ? state.profile.userId : undefined
  const isForgotten = state.status === 'locked' && !KEPT_OVER.includes(state.reason)

  useEffect(() => {
    if (isForgotten) setDrafts(NOTHING)
  }, [isForgotten])

  const values = userId !== undefined && drafts.owner === userId ? drafts.values : NOTHING.values
  const hasUnsaved = Object.keys(values).length > 0
  useEffect(() => {
    if (userId !== undefined) noteUnsaved(hasUnsaved)
    return () => noteUnsaved(false)
  }, [hasUnsaved, noteUnsaved, userId])

  return {
    values,
    set: (claim, value) => setDrafts({ owner: userId, values: { ...values, [claim]: value } }),
    clear: () => setDrafts(NOTHING),
  }
}
