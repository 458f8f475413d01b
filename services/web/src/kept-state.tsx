import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { type LockReason, useSession } from './session.tsx'

type Kept = {
  readonly owner: string
  readonly value: unknown
  readonly isUnsaved: boolean
}

type AllKept = Readonly<Record<string, Kept>>

type Store = {
  readonly all: AllKept
  readonly change: (next: (all: AllKept) => AllKept) => void
}

const KeptContext = createContext<Store | undefined>(undefined)

/** Locks that the person did not ask for and will sign in again after. */
const KEPT_OVER: readonly (LockReason | undefined)[] = ['session_ended', 'recent_sign_in']

/**
 * Keeps what a person chose and typed and did not save yet, while they go from page to page and over a session that
 * ended in the middle. For the same person only: whoever signs in next on this device does not find it. Every other
 * lock takes it away.
 */
export function KeptStateProvider({ children }: { children: ComponentChildren }) {
  const { state, noteUnsaved } = useSession()
  const [all, change] = useState<AllKept>({})
  const isForgotten = state.status === 'locked' && !KEPT_OVER.includes(state.reason)
  const userId = state.status === 'open' ? state.profile.userId : undefined
  const hasUnsaved = Object.values(all).some(({ owner, isUnsaved }) => owner === userId && isUnsaved)

  useEffect(() => {
    if (isForgotten) change({})
  }, [isForgotten])
  useEffect(() => {
    // Only while it is open: the lock itself is told by what was noted before.
    if (userId !== undefined) noteUnsaved(hasUnsaved)
  }, [hasUnsaved, noteUnsaved, userId])

  const store = useMemo(() => ({ all, change }), [all])
  return <KeptContext.Provider value={store}>{children}</KeptContext.Provider>
}

export type KeptStateOptions<Value> = {
  /** Tells kept states apart; one name, one type. */
  readonly name: string
  readonly initial: Value
  /** Whether a lock would lose something that was typed. */
  readonly isUnsaved: (value: Value) => boolean
}

/** A state that is kept; and how to change it. The options are a constant. */
export function useKeptState<Value>(options: KeptStateOptions<Value>) {
  const { name, initial, isUnsaved } = options
  const store = useContext(KeptContext)
  if (!store) throw new Error('A page was rendered outside of what is kept for it.')
  const { all, change: changeAll } = store
  const { state } = useSession()
  const userId = state.status === 'open' ? state.profile.userId : undefined

  const change = useCallback(
    (next: (current: Value) => Value) => {
      if (userId === undefined) return
      changeAll((kept) => {
        const value = next(valueOf(kept[name], userId, initial))
        return { ...kept, [name]: { owner: userId, value, isUnsaved: isUnsaved(value) } }
      })
    },
    [changeAll, userId, name, initial, isUnsaved],
  )
  return [valueOf(all[name], userId, initial), change] as const
}

function valueOf<Value>(kept: Kept | undefined, userId: string | undefined, initial: Value): Value {
  return kept !== undefined && kept.owner === userId ? (kept.value as Value) : initial
}
