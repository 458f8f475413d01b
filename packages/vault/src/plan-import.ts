import { type ItemDraft, newItemId } from './plain-item.ts'

export type PlannedImport = {
  /** For `prepareCommit`: new entries, each under a new id. */
  readonly put: readonly ItemDraft[]
  /** How many entries of the file the vault has already. */
  readonly alreadyThere: number
}

/**
 * Compares an export with a vault. Nothing in the vault is replaced: an entry of the same kind, name and value is left
 * out, also when the file has it twice, and any other one is added.
 */
export function planImport(items: readonly ItemDraft[], drafts: readonly ItemDraft[]): PlannedImport {
  const known = new Set(items.map(contentOf))
  const put: ItemDraft[] = []
  for (const draft of drafts) {
    const content = contentOf(draft)
    if (known.has(content)) continue
    known.add(content)
    const { kind, name, value, meta } = draft
    put.push({ id: newItemId(), kind, name, value, meta })
  }
  return { put, alreadyThere: drafts.length - put.length }
}

function contentOf({ kind, name, value }: ItemDraft): string {
  return JSON.stringify([kind, name, value])
}
