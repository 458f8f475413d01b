import type { VaultEdits } from './commit.ts'
import { type ItemDraft, newItemId, type PlainItem } from './item.ts'

export type MergeRequest = {
  readonly base: readonly PlainItem[]
  readonly edits: VaultEdits
  readonly theirs: readonly PlainItem[]
  readonly newId?: () => string
}

export type MergedEdits = {
  readonly edits: VaultEdits
  /** Ids of items that both sides touched, for the owner to look at. */
  readonly conflicts: readonly string[]
}

/** Kind of the copy that a merge sets aside; not `claim`, so that it is never shared. */
export const CONFLICT_KIND = 'conflict'

/** Loses no edit: the newer keeps the item, the other becomes a copy; an edit wins over a removal. */
export function mergeEdits({ base, edits, theirs, newId = newItemId }: MergeRequest): MergedEdits {
  const bases = new Map(base.map((item) => [item.id, item]))
  const others = new Map(theirs.map((item) => [item.id, item]))
  const puts = edits.put.map((mine) =>
    mergePut({ mine, base: bases.get(mine.id), other: others.get(mine.id), wroteAt: edits.wroteAt, newId }),
  )
  const stillListed = edits.remove.filter((id) => others.has(id))
  const remove = stillListed.filter((id) => others.get(id)?.rev === bases.get(id)?.rev)
  const conflicts = [...puts.flatMap(({ conflict }) => conflict), ...stillListed.filter((id) => !remove.includes(id))]
  return { edits: { ...edits, put: puts.flatMap(({ put }) => put), remove }, conflicts }
}

type PutMerge = {
  readonly mine: ItemDraft
  readonly base: PlainItem | undefined
  readonly other: PlainItem | undefined
  readonly wroteAt: Date
  readonly newId: () => string
}

function mergePut({ mine, base, other, wroteAt, newId }: PutMerge): { put: ItemDraft[]; conflict: string[] } {
  if (base !== undefined && isSameContent(mine, base)) return { put: [], conflict: [] }
  if (other === undefined) return mergeWithRemoval({ mine, base, newId })
  // Also after a write that arrived although its answer was lost.
  if (isSameContent(mine, other)) return { put: [], conflict: [] }
  if (other.rev === base?.rev) return { put: [mine], conflict: [] }
  const isMineNewer = wroteAt.toISOString() > (other.meta['changed_at'] ?? '')
  const put = isMineNewer ? [mine, conflictCopy(other, newId())] : [conflictCopy(mine, newId())]
  return { put, conflict: [mine.id] }
}

/** Under a new id, so that no (id, revision) pair is used twice. */
function mergeWithRemoval({ mine, base, newId }: Pick<PutMerge, 'mine' | 'base' | 'newId'>) {
  if (base === undefined) return { put: [mine], conflict: [] }
  const id = newId()
  return { put: [{ ...mine, id }], conflict: [id] }
}

function conflictCopy({ id, kind, name, value, meta }: ItemDraft, copyId: string): ItemDraft {
  const origin = { conflict_of: id, conflict_kind: kind }
  return { id: copyId, kind: CONFLICT_KIND, name, value, meta: { ...meta, ...origin } }
}

function isSameContent(left: ItemDraft, right: ItemDraft): boolean {
  return contentOf(left) === contentOf(right)
}

function contentOf({ kind, name, value, meta }: ItemDraft): string {
  const notes = Object.entries(meta).filter(([key]) => key !== 'changed_at')
  return JSON.stringify([kind, name, value, notes.map((note) => JSON.stringify(note)).toSorted()])
}
