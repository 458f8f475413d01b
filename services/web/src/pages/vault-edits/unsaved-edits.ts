import { type CallInput, type ClaimEdit, type ClaimItem, ClientError, checkClaim } from '@countersign/device'

type EntryEdit = {
  readonly base: ClaimItem
  readonly value?: string | undefined
  readonly label?: string | undefined
  readonly isPreferred?: boolean | undefined
  readonly isRemoved?: boolean | undefined
}

/** A value that is not in the vault yet. `key` is local to the page. */
export type AddedEntry = {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly label: string
}

export type UnsavedEdits = {
  readonly entries: Readonly<Record<string, EntryEdit>>
  readonly added: readonly AddedEntry[]
}

export const NO_EDITS: UnsavedEdits = { entries: {}, added: [] }

export type SaveInput = CallInput<'saveItems'>

export type EditedEntry = {
  readonly isRemoved: boolean
  /** The value that another device or tab wrote meanwhile. */
  readonly elsewhere: string | undefined
} & ClaimItem

/** Applies the edits, in the vault's own order, so that nothing jumps while typing. */
export function withEdits(items: readonly ClaimItem[], { entries }: UnsavedEdits): readonly EditedEntry[] {
  const newPreferred = Object.values(entries).filter(({ isPreferred }) => isPreferred === true)
  return items.map((item) => {
    const edit = entries[item.id]
    const isOutdone = newPreferred.some(({ base }) => base.name === item.name && base.id !== item.id)
    return {
      ...item,
      value: edit?.value ?? item.value,
      label: edit?.label ?? item.label,
      isPreferred: edit?.isPreferred ?? (item.isPreferred && !isOutdone),
      isRemoved: edit?.isRemoved === true,
      elsewhere: edit?.value !== undefined && edit.base.value !== item.value ? item.value : undefined,
    }
  })
}

/** The changes to save. A value typed over an entry that changed elsewhere meanwhile becomes a second one. */
export function toSaveInput(items: readonly ClaimItem[], edits: UnsavedEdits): SaveInput {
  const changes = readChanges(items, edits)
  const first = keepFirst(items, edits, changes)
  const unwritten = first.filter(({ id }) => !changes.put.some((edit) => edit.id === id))
  const put = changes.put.map((edit) =>
    first.some(({ id }) => id === edit.id) ? { ...edit, isPreferred: true } : edit,
  )
  return { ...changes, put: [...put, ...unwritten] }
}

function readChanges(items: readonly ClaimItem[], { entries, added }: UnsavedEdits): SaveInput {
  const put: ClaimEdit[] = []
  const remove: string[] = []
  for (const [id, edit] of Object.entries(entries)) {
    const current = items.find((item) => item.id === id)
    const value = edit.value?.trim()
    if (edit.isRemoved === true || value === '') {
      if (current) remove.push(id)
      continue
    }
    const isOverwriting = value !== undefined && current?.value !== edit.base.value && current?.value !== value
    if (isOverwriting) put.push({ name: edit.base.name, value, label: edit.label ?? edit.base.label })
    else if (current && isDifferent(current, edit)) put.push(toEdit(current, { ...edit, value }))
  }
  for (const { name, value, label } of added) {
    if (value.trim() !== '') put.push({ name, value: value.trim(), label: label.trim() })
  }
  return { put, remove }
}

/** Keeps the visible order: marks the first value as preferred, since otherwise the newest would move to the top. */
function keepFirst(items: readonly ClaimItem[], edits: UnsavedEdits, { put, remove }: SaveInput): ClaimEdit[] {
  const remaining = withEdits(items, edits).filter(({ id }) => !remove.includes(id))
  return [...new Set(put.map(({ name }) => name))].flatMap((name) => {
    const [first, ...others] = remaining.filter((item) => item.name === name)
    const isAlone = others.length === 0 && !put.some((edit) => edit.name === name && edit.id === undefined)
    if (first === undefined || isAlone || [first, ...others].some(({ isPreferred }) => isPreferred)) return []
    // The vault's text: the typed one may have become a second value.
    const value = items.find(({ id }) => id === first.id)?.value ?? first.value
    return [{ id: first.id, name, value, isPreferred: true }]
  })
}

export function countChanges(items: readonly ClaimItem[], edits: UnsavedEdits): number {
  const { put, remove } = readChanges(items, edits)
  return put.length + remove.length
}

/** The save that undoes another. Touches only entries of that save, so that another device's changes stay. */
export function inverseOf(saved: SaveInput, before: readonly ClaimItem[], after: readonly ClaimItem[]): SaveInput {
  const touched = new Set([...saved.remove, ...saved.put.flatMap(({ id }) => id ?? [])])
  const preferredNames = new Set(saved.put.filter(({ isPreferred }) => isPreferred).map(({ name }) => name))
  const isTouched = (item: ClaimItem) => touched.has(item.id) || (item.isPreferred && preferredNames.has(item.name))
  const idsBefore = new Set(before.map(({ id }) => id))
  const put = before.filter(isTouched).map((item) => {
    const { id, name, value, label = '', isPreferred } = item
    const isThere = after.some((each) => each.id === id)
    return isThere ? { id, name, value, label, isPreferred } : { name, value, label, isPreferred }
  })
  const isAdded = ({ id, name, value }: ClaimItem) =>
    !idsBefore.has(id) && saved.put.some((edit) => edit.id === undefined && edit.name === name && edit.value === value)
  return { put, remove: after.filter(isAdded).map(({ id }) => id) }
}

function isDifferent(current: ClaimItem, edit: EntryEdit): boolean {
  const { value = current.value, label = current.label ?? '', isPreferred = current.isPreferred } = edit
  return value.trim() !== current.value || label.trim() !== (current.label ?? '') || isPreferred !== current.isPreferred
}

function toEdit({ id, name, value }: ClaimItem, edit: EntryEdit): ClaimEdit {
  return { id, name, value: edit.value ?? value, label: edit.label?.trim(), isPreferred: edit.isPreferred }
}

type Change = Omit<EntryEdit, 'base'>

/** Changes an entry. Keeps the state before the first change, to detect a change by another device. */
export function editEntry(edits: UnsavedEdits, item: ClaimItem, change: Change): UnsavedEdits {
  const former = edits.entries[item.id]
  return { ...edits, entries: { ...edits.entries, [item.id]: { base: item, ...former, ...change } } }
}

export function undoEntry({ entries, added }: UnsavedEdits, id: string): UnsavedEdits {
  return { added, entries: Object.fromEntries(Object.entries(entries).filter(([each]) => each !== id)) }
}

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

export function isEdited({ entries, added }: UnsavedEdits, claim: string): boolean {
  return Object.values(entries).some(({ base }) => base.name === claim) || added.some(({ name }) => name === claim)
}

export function undoClaim({ entries, added }: UnsavedEdits, claim: string): UnsavedEdits {
  const others = Object.entries(entries).filter(([, { base }]) => base.name !== claim)
  return { entries: Object.fromEntries(others), added: added.filter(({ name }) => name !== claim) }
}

/** Normalises the edited values; an unchanged one may stay as it is. @throws ClientError `malformed_claim` */
export async function checkEdits({ put, remove }: SaveInput, items: readonly ClaimItem[]): Promise<SaveInput> {
  const checked = put.map(async (edit) => {
    if (items.some(({ id, value }) => id === edit.id && value === edit.value)) return edit
    const result = await checkClaim(edit.name, edit.value, { now: new Date() })
    if (result.problem !== undefined) throw new ClientError({ code: 'malformed_claim' })
    return { ...edit, value: result.value }
  })
  return { put: await Promise.all(checked), remove }
}
