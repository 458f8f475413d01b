import type { VaultEdits } from './commit.ts'
import { type ItemDraft, newItemId, type PlainItem } from './item.ts'

type MergeRequest = {
  readonly base: readonly PlainItem[]
  readonly edits: VaultEdits
  readonly theirs: readonly PlainItem[]
}

/** Kind of the copy that a merge sets aside; not `claim`, so that it is never shared. */
export const CONFLICT_KIND = 'conflict'

/** Loses no edit: the newer keeps the item, the other becomes a copy; an edit wins over a removal. */
export function mergeEdits({ base, edits, theirs }: MergeRequest): VaultEdits {
  const bases = new Map(base.map((item) => [item.id, item]))
  const others = new Map(theirs.map((item) => [item.id, item]))
  const put = edits.put.flatMap((mine) =>
    mergePut({ mine, base: bases.get(mine.id), other: others.get(mine.id), wroteAt: edits.wroteAt }),
  )
  const remove = edits.remove.filter((id) => others.has(id) && others.get(id)?.rev === bases.get(id)?.rev)
  return { ...edits, put, remove }
}

type PutMerge = {
  readonly mine: ItemDraft
  readonly base: PlainItem | undefined
  readonly other: PlainItem | undefined
  readonly wroteAt: Date
}

function mergePut({ mine, base, other, wroteAt }: PutMerge): readonly ItemDraft[] {
  if (base !== undefined && isSameContent(mine, base)) return []
  // Removed there: under a new id, so that no (id, revision) pair is used twice.
  if (other === undefined) return [base === undefined ? mine : { ...mine, id: newItemId() }]
  // Also after a write that arrived although its answer was lost.
  if (isSameContent(mine, other)) return []
  if (other.rev === base?.rev) return [mine]
  const isMineNewer = wroteAt.toISOString() > (other.meta['changed_at'] ?? '')
  return isMineNewer ? [mine, conflictCopy(other)] : [conflictCopy(mine)]
}

function conflictCopy({ id, kind, name, value, meta }: ItemDraft): ItemDraft {
  const origin = { conflict_of: id, conflict_kind: kind }
  return { id: newItemId(), kind: CONFLICT_KIND, name, value, meta: { ...meta, ...origin } }
}

function isSameContent(left: ItemDraft, right: ItemDraft): boolean {
  return contentOf(left) === contentOf(right)
}

function contentOf({ kind, name, value, meta }: ItemDraft): string {
  const notes = Object.entries(meta).filter(([key]) => key !== 'changed_at')
  return JSON.stringify([kind, name, value, notes.map((note) => JSON.stringify(note)).toSorted()])
}
