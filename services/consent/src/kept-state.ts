import { useCallback, useEffect, useState } from 'preact/hooks'
import { type LockReason, useSession } from './session.tsx'

interface Owned<Value> {
  readonly owner: string | undefined
  readonly value: Value
}

/** Locks that the person did not ask for and will sign in again after. */
const KEPT_OVER: readonly (LockReason | undefined)[] = ['session_ended', 'recent_sign_in']

/**
 * What a person chose and typed and did not save yet. It outlives a session that ended in the middle, for the same
 * person only: whoever signs in next on this device does not find it. Every other lock takes it away.
 */
export function useKeptState<Value>(initial: Value): [Value, (change: (current: Value) => Value) => void] {
  const { state } = useSession()
  const [kept, setKept] = useState<Owned<Value>>({ owner: undefined, value: initial })
  const userId = state.status === 'open' ? state.profile.userId : undefined
  const isForgotten = state.status === 'locked' && !KEPT_OVER.includes(state.reason)

  useEffect(() => {
    if (isForgotten) setKept({ owner: undefined, value: initial })
  }, [isForgotten, initial])

  const change = useCallback(
    (next: (current: Value) => Value) =>
      setKept(({ owner, value }) => ({ owner: userId, value: next(owner === userId ? value : initial) })),
    [userId, initial],
  )
  return [userId !== undefined && kept.owner === userId ? kept.value : initial, change]
}

/** Tells the session whether a lock would lose something, so that it can say so. */
export function useUnsavedNote(hasUnsaved: boolean): void {
  const { state, noteUnsaved } = useSession()
  const isOpen = state.status === 'open'
  useEffect(() => {
    if (isOpen) noteUnsaved(hasUnsaved)
    return () => noteUnsaved(false)
  }, [hasUnsaved, noteUnsaved, isOpen])
}
