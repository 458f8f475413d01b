import type { Bytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { SCHEMA_VERSION } from './labels.ts'
import { LIMITS } from './limits.ts'
import { decodePaddedJson, encodePaddedJson } from './padded-json.ts'
import { readObject, readText } from './parse.ts'

/** Notes about an item, text only. `changed_at` (ISO 8601) is written by `prepareCommit` and decides merges. */
export type ItemMeta = Readonly<Record<string, string>>

/** What a person edits: an item without its revision. */
export type ItemDraft = {
  /** UUID, chosen by the client (`newItemId`), so that a repeated write does not make a second item. */
  readonly id: string
  /** `claim`, `note` … or `conflict` for the copy that a merge sets aside. Only claims are ever shared. */
  readonly kind: string
  readonly name: string
  readonly value: string
  readonly meta: ItemMeta
}

/** A decrypted item. Its sealed counterpart is `SealedItem`; the two have no field in common but id and revision. */
export type PlainItem = {
  /** 1 at first, one more with each write. */
  readonly rev: number
} & ItemDraft

const WHAT = 'vault item'
const FIELDS = ['sv', 'kind', 'name', 'value', 'meta'] as const

/** Returns an id for a new item. */
export function newItemId(): string {
  return crypto.randomUUID()
}

/**
 * Encodes an item whole: never field by field, so that fields cannot be mixed between items.
 * @throws VaultError `too_large`
 */
export function encodePlainItem({ kind, name, value, meta }: ItemDraft): Bytes {
  const plaintext = encodePaddedJson({ sv: SCHEMA_VERSION, kind, name, value, meta })
  if (plaintext.length > LIMITS.itemBytes) throw new VaultError('too_large', 'This entry is too large for the vault.')
  return plaintext
}

/**
 * Decodes a decrypted item.
 * @throws VaultError `tampered`, `unsupported`, `malformed`
 */
export function decodePlainItem(plaintext: Bytes, { id, rev }: { id: string; rev: number }): PlainItem {
  const fields = decodePaddedJson(plaintext, FIELDS, WHAT)
  return {
    id,
    rev,
    kind: readText(fields.kind, WHAT),
    name: readText(fields.name, WHAT),
    value: readText(fields.value, WHAT),
    meta: readTextMap(fields.meta, WHAT),
  }
}

/** Reads an object that holds text only. */
export function readTextMap(value: unknown, what: string): Readonly<Record<string, string>> {
  const entries = Object.entries(readObject(value, what))
  return Object.fromEntries(entries.map(([key, text]) => [key, readText(text, what)]))
}
