import type { ClaimItem } from '@countersign/device'
import type { AddedEntry, EntryEdit, UnsavedEdits } from './unsaved-edits.ts'

type Change = Omit<EntryEdit, 'base'>

/** Changes an entry. What it was when the first change began stays: it shows whether another device was there too. */
export function editEntry(edits: UnsavedEdits, item: ClaimItem, change: Change): UnsavedEdits {
  const former = edits.entries[item.id]
  return { ...edits, entries: { ...edits.entries, [item.id]: { base: item, ...former, ...change } } }
}

/** Takes back every change of an entry. */
export function undoEntry({ entries, added }: UnsavedEdits, id: string): UnsavedEdits {
  return { added, entries: Object.fromEntries(Object.entries(entries).filter(([each]) => each !== id)) }
}

/** Makes a value the one that is offered first; of its claim no other one is. */
export function preferEntry(edits: UnsavedEdits, item: ClaimItem, siblings: readonly ClaimItem[]): UnsavedEdits {
  const others = new Set(siblings.map(({ id }) => id).filter((id) => id !== item.id))
  const entries = Object.entries(edits.entries).map(([id, { isPreferred, ...edit }]): [string, EntryEdit] => {
    return [id, others.has(id) || isPreferred === undefined ? edit : Object.assign(edit, { isPreferred })]
  })
  return editEntry({ ...edits, entries: Object.fromEntries(entries) }, item, { isPreferred: true })
}

/** Lets what was typed here take the place of what another device wrote: the person saw both. */
export function takeMine(edits: UnsavedEdits, current: ClaimItem): UnsavedEdits {
  const edit = edits.entries[current.id]
  return edit ? { ...edits, entries: { ...edits.entries, [current.id]: { ...edit, base: current } } } : edits
}

/** Types into an empty place: adds the entry, or changes it. */
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

/** Takes an added value away again. */
export function dropAdded(edits: UnsavedEdits, key: string): UnsavedEdits {
  return { ...edits, added: edits.added.filter((entry) => entry.key !== key) }
}
