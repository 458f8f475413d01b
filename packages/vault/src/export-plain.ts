import { readExportFile, writeExportFile } from './export-file.ts'
import { LIMITS } from './limits.ts'
import { readArray, readExactFields, readText } from './parse.ts'
import { encodePlainItem, type ItemDraft, newItemId, readTextMap } from './plain-item.ts'

const FORMAT = 'countersign-vault'
const FIELDS = ['kind', 'name', 'value', 'meta'] as const

/**
 * Writes a vault's entries as a file that anybody can read: for the person alone, made on their device. Ids stay
 * behind, for they mean something in their own vault only.
 */
export function exportPlain({ items }: { readonly items: readonly ItemDraft[] }): string {
  return writeExportFile(FORMAT, {
    items: items.map(({ kind, name, value, meta }) => ({ kind, name, value, meta })),
  })
}

/**
 * Reads such a file, perhaps edited by hand. The entries get new ids; `planImport` compares them with a vault's.
 * @throws VaultError `malformed`, saying which entry; `unsupported`, `too_large`
 */
export function readPlainExport(text: string): ItemDraft[] {
  const { items } = readExportFile(text, FORMAT, ['items'])
  return readArray(items, LIMITS.items, 'file').map((item, index) => readDraft(item, `entry ${index + 1} of the file`))
}

function readDraft(value: unknown, what: string): ItemDraft {
  const fields = readExactFields(value, FIELDS, what)
  const draft = {
    id: newItemId(),
    kind: readText(fields.kind, what),
    name: readText(fields.name, what),
    value: readText(fields.value, what),
    meta: readTextMap(fields.meta, what),
  }
  // Refuses what is too large for a vault here, and not only after all others were looked through.
  encodePlainItem(draft)
  return draft
}
