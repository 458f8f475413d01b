import type { ClaimItem } from '@countersign/device'
import type { AddedEntry, EntryEdit, UnsavedEdits } from './unsaved-edits.ts'

type Change = Omit<EntryEdit, 'base'>

/** Changes an entry. Keeps the state before the first change, to detect a change by another device. */
export function editEntry(edits: UnsavedEdits, item: ClaimItem, change: Change): UnsavedEdits {
  const former = edits.entries[item.id]
  return { ...edits, entries: { ...edits.entries, [item.id]: { base: item, ...former, ...change } } }
}

/** Discards all changes of an entry. */
export function undoEntry({ entries, added }: UnsavedEdits, id: string): UnsavedEdits {
  return { added, entries: Object.fromEntries(Object.entries(entries).filter(([each]) => each !== id)) }
}

/** Makes a value the preferred one of its claim. */
export function preferEntry(edits: UnsavedEdits, item: ClaimItem, siblings: readonly ClaimItem[]): UnsavedEdits {
  const others = new Set(siblings.map(({ id }) => id).filter((id) => id !== item.id))
  const entries = Object.entries(edits.entries).map(([id, { isPreferred, ...edit }]): [string, EntryEdit] => {
    return [id, others.has(id) || isPreferred === undefined ? edit : Object.assign(edit, { isPreferred })]
  })
  return editEntry({ ...edits, entries: Object.fromEntries(entries) }, item, { isPreferred: true })
}

/** Keeps the local text over another device's, which the user has seen. */
export function takeMine(edits: UnsavedEdits, current: ClaimItem): UnsavedEdits {
  const edit = edits.entries[current.id]
  return edit ? { ...edits, entries: { ...edits.entries, [current.id]: { ...edit, base: current } } } : edits
}

/** Adds a value, or changes an added one. */
export function typeAdded(
  edits: UnsavedEdits,
  key: string,
  change: Partial<AddedEntry> & { name: string },
): UnsavedEdits {
  const former = edits.added.find((entry) => entry.key === key)
  const next = { key, value: '', label: '', ...former, ...change }
  const added = former ? edits.added.map((entry) => (entry.key === key ? next : entry)) : [...edits.added, next]
  return { ...edits, added }
}

export function dropAdded(edits: UnsavedEdits, key: string): UnsavedEdits {
  return { ...edits, added: edits.added.filter((entry) => entry.key !== key) }
}
