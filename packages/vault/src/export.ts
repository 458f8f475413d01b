import { VaultError } from './errors.ts'
import { encodePlainItem, type ItemDraft, newItemId, type PlainItem, readTextMap } from './item.ts'
import type { AccountKey } from './keys.ts'
import { LIMITS } from './limits.ts'
import { chooseUnlockRecord, verifyVault } from './open-vault.ts'
import { type Fields, malformed, readArray, readExactFields, readObject, readText, unsupported } from './parse.ts'
import { VAULT_SNAPSHOT, type VaultSnapshot } from './records.ts'
import { deriveRecovery, type RecoveryKey } from './recovery-key.ts'
import { unlockAccountKey } from './unlock-record.ts'

const VERSION = 1
const WHAT = 'file'

/** Writes an export file: JSON that names its format, indented because people will look into it. */
function writeExportFile(format: string, content: object): string {
  return `${JSON.stringify({ format, v: VERSION, ...content }, null, 2)}\n`
}

/**
 * Reads an export file. The format is looked at first, so that a person with the wrong file is told just that.
 * @throws VaultError `malformed`, `unsupported` for a newer version of the format
 */
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
const FIELDS = ['kind', 'name', 'value', 'meta'] as const

/**
 * Writes a vault's entries as a file that anybody can read: for the person alone, made on their device. Ids stay
 * behind, for they mean something in their own vault only.
 */
export function exportPlain({ items }: { readonly items: readonly ItemDraft[] }): string {
  return writeExportFile(PLAIN, {
    items: items.map(({ kind, name, value, meta }) => ({ kind, name, value, meta })),
  })
}

/**
 * Reads such a file, perhaps edited by hand. The entries get new ids; `planImport` compares them with a vault's.
 * @throws VaultError `malformed`, saying which entry; `unsupported`, `too_large`
 */
export function readPlainExport(text: string): ItemDraft[] {
  const { items } = readExportFile(text, PLAIN, ['items'])
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

const SEALED = 'countersign-sealed-vault'

/** Writes a vault as the server keeps it, encrypted: a backup that only the recovery key opens, without a server. */
export function exportSealed(snapshot: VaultSnapshot): string {
  return writeExportFile(SEALED, { vault: VAULT_SNAPSHOT.read(snapshot) })
}

/**
 * Reads such a file without opening it: whoever asks for its key looks first whether it is one.
 * @throws VaultError `malformed`, `unsupported`
 */
export function readSealedExport(text: string): VaultSnapshot {
  return VAULT_SNAPSHOT.read(readExportFile(text, SEALED, ['vault']).vault)
}

/**
 * Opens such a file with the recovery key alone. It goes through the checks of `openVault`; that it is old is its
 * nature, so no memory of a device is compared.
 * @param userId when given, the vault must be this user's
 * @throws VaultError `malformed`, `unsupported`, `no_unlock`, `wrong_key`, `tampered`, `wrong_owner`, `incomplete`
 */
export async function openSealedExport(
  text: string,
  recoveryKey: RecoveryKey,
  userId?: string,
): Promise<{ items: readonly PlainItem[]; wroteAt: Date }> {
  const snapshot = readSealedExport(text)
  const accountKey = await unlockWith(recoveryKey, snapshot)
  const vault = await verifyVault(snapshot, { accountKey, userId, memory: undefined })
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
