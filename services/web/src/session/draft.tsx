import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { type LockReason, useSession } from './session.tsx'

type Draft = {
  readonly owner: string
  readonly value: unknown
  readonly isUnsaved: boolean
}

type Drafts = Readonly<Record<string, Draft>>

type DraftStore = {
  readonly drafts: Drafts
  readonly change: (next: (drafts: Drafts) => Drafts) => void
}

const DraftContext = createContext<DraftStore | undefined>(undefined)

/** Drafts outlive these locks, which the user did not ask for. */
const SURVIVED_LOCKS: readonly (LockReason | undefined)[] = ['session_ended', 'older_vault', 'recent_sign_in']

/** Keeps unsaved input between pages, and over a session that ended by itself for the same user only. */
export function DraftProvider({ children }: { children: ComponentChildren }) {
  const { profile, reason, noteUnsaved } = useSession()
  const [drafts, change] = useState<Drafts>({})
  const isForgotten = !profile && !SURVIVED_LOCKS.includes(reason)
  const userId = profile?.userId
  const hasUnsaved = Object.values(drafts).some(({ owner, isUnsaved }) => owner === userId && isUnsaved)

  useEffect(() => {
    if (isForgotten) change({})
  }, [isForgotten])
  useEffect(() => {
    // Only while open: the lock reads the last value.
    if (userId !== undefined) noteUnsaved(hasUnsaved)
  }, [hasUnsaved, noteUnsaved, userId])

  const store = useMemo(() => ({ drafts, change }), [drafts])
  return <DraftContext.Provider value={store}>{children}</DraftContext.Provider>
}

function useDraftStore(): DraftStore {
  const store = useContext(DraftContext)
  if (!store) throw new Error('A page was rendered outside of its DraftProvider.')
  return store
}

export type DraftOptions<Value> = {
  /** One type per name. */
  readonly name: string
  readonly initial: Value
  readonly isUnsaved: (value: Value) => boolean
}

/** A draft and its setter. Pass constant options. */
export function useDraft<Value>(options: DraftOptions<Value>) {
  const { name, initial, isUnsaved } = options
  const { drafts, change: changeDrafts } = useDraftStore()
  const userId = useSession().profile?.userId

  const change = useCallback(
    (next: (current: Value) => Value) => {
      if (userId === undefined) return
      changeDrafts((current) => {
        const value = next(valueOf(current[name], userId, initial))
        return { ...current, [name]: { owner: userId, value, isUnsaved: isUnsaved(value) } }
      })
    },
    [changeDrafts, userId, name, initial, isUnsaved],
  )
  return [valueOf(drafts[name], userId, initial), change] as const
}

function valueOf<Value>(draft: Draft | undefined, userId: string | undefined, initial: Value): Value {
  return draft !== undefined && draft.owner === userId ? (draft.value as Value) : initial
}

const PROPOSED_NAME: DraftOptions<string> = { name: 'proposed name', initial: '', isUnsaved: () => false }

/** The name typed at sign-up, proposed when an app requests one; not in the vault before. */
export function useProposedName(): string {
  return useDraft(PROPOSED_NAME)[0]
}

/** Proposes a name to the user of a new vault, which the caller has just opened. */
export function useProposal(): (owner: string, name: string) => void {
  const { change } = useDraftStore()
  return (owner, value) => change((drafts) => ({ ...drafts, [PROPOSED_NAME.name]: { owner, value, isUnsaved: false } }))
}
