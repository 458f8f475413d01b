import { VaultError } from './errors.ts'
import { encodePlainItem, type ItemDraft, newItemId, type PlainItem, readContent } from './item.ts'
import type { AccountKey } from './keys.ts'
import { LIMITS } from './limits.ts'
import { chooseUnlockRecord, verifyVault } from './open-vault.ts'
import { type Fields, malformed, readArray, readExactFields, readObject, unsupported } from './parse.ts'
import { VAULT_SNAPSHOT, type VaultSnapshot } from './records.ts'
import { deriveRecovery, type RecoveryKey } from './recovery-key.ts'
import { unlockAccountKey } from './unlock-record.ts'

const VERSION = 1
const WHAT = 'file'

/** Indented, because people look into it. */
function writeExportFile(format: string, content: object): string {
  return `${JSON.stringify({ format, v: VERSION, ...content }, null, 2)}\n`
}

/** Checks the format first, so that the wrong file gets that message. @throws VaultError `malformed`, `unsupported` */
function readExportFile<Name extends string>(text: string, format: string, names: readonly Name[]) {
  const value = parse(text)
  if (value['format'] !== format) throw new VaultError('malformed', 'This file is not the export of a vault.')
  if (!Number.isSafeInteger(value['v'])) throw malformed(WHAT)
  if (value['v'] !== VERSION) throw unsupported(WHAT)
  return readExactFields(value, ['format', 'v', ...names], WHAT) as Fields<Name>
}

function parse(text: string): Fields {
  try {
    return readObject(JSON.parse(text), WHAT)
  } catch {
    throw new VaultError('malformed', 'This file is not the export of a vault, or it is damaged.')
  }
}

const PLAIN = 'countersign-vault'

/** Writes the entries in the clear, on the device. Leaves ids out: they mean something in their own vault only. */
export function exportPlain({ items }: { readonly items: readonly ItemDraft[] }): string {
  return writeExportFile(PLAIN, {
    items: items.map(({ kind, name, value, meta }) => ({ kind, name, value, meta })),
  })
}

/** Perhaps edited by hand. Entries get new ids. @throws VaultError `malformed`, `unsupported`, `too_large` */
export function readPlainExport(text: string): ItemDraft[] {
  const { items } = readExportFile(text, PLAIN, ['items'])
  return readArray(items, LIMITS.items, 'file').map((item, index) => readDraft(item, `entry ${index + 1} of the file`))
}

function readDraft(value: unknown, what: string): ItemDraft {
  const draft = { id: newItemId(), ...readContent(value, what) }
  // Fails early for an entry that is too large for a vault.
  encodePlainItem(draft)
  return draft
}

export type PlannedImport = {
  readonly put: readonly ItemDraft[]
  readonly alreadyThere: number
}

/** Plans to add each entry of a file whose kind, name and value the vault lacks, once. Replaces nothing. */
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

const SEALED = 'countersign-sealed-vault'

/** Writes the encrypted vault: a backup that the recovery key opens without a server. */
export function exportSealed(snapshot: VaultSnapshot): string {
  return writeExportFile(SEALED, { vault: VAULT_SNAPSHOT.read(snapshot) })
}

/** Without opening it, before the page asks for the recovery key. @throws VaultError `malformed`, `unsupported` */
export function readSealedExport(text: string): VaultSnapshot {
  return VAULT_SNAPSHOT.read(readExportFile(text, SEALED, ['vault']).vault)
}

/** Every check of `openVault` except the device's memory: an export is old by nature. @throws VaultError */
export async function openSealedExport(
  text: string,
  recoveryKey: RecoveryKey,
): Promise<{ items: readonly PlainItem[]; wroteAt: Date }> {
  const snapshot = readSealedExport(text)
  const accountKey = await unlockWith(recoveryKey, snapshot)
  const vault = await verifyVault(snapshot, { accountKey })
  return { items: vault.items, wroteAt: vault.lastChanged.at }
}

async function unlockWith(recoveryKey: RecoveryKey, { unlock }: VaultSnapshot): Promise<AccountKey> {
  const { root } = await deriveRecovery(recoveryKey)
  const method = { type: 'recovery', root } as const
  try {
    return await unlockAccountKey(chooseUnlockRecord(unlock, method), method)
  } finally {
    root.fill(0)
  }
}
