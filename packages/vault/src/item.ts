import { KEY_BYTES, openBytes, sealBytes, unwrapContentKey } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import { VaultError } from './errors.ts'
import { type ItemsKey, importContentKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SCHEMA_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { lp } from './lp.ts'
import { decodePaddedContent, encodePaddedJson } from './padding.ts'
import { readRecord, readText, readTextMap } from './parse.ts'
import type { SealedItem } from './records.ts'

/** Text only. `prepareCommit` sets `changed_at` (ISO 8601), which decides merges. */
export type ItemMeta = Readonly<Record<string, string>>

export type ItemDraft = {
  /** UUID chosen by the client, so that a repeated write makes no second item. */
  readonly id: string
  /** `claim`, `note` … or `conflict` for the copy that a merge sets aside. Only claims are shared. */
  readonly kind: string
  readonly name: string
  readonly value: string
  readonly meta: ItemMeta
}

/** A decrypted item. Shares only `id` and `rev` with `SealedItem`, so neither can be taken for the other. */
export type PlainItem = {
  /** Starts at 1; each write adds 1. */
  readonly rev: number
} & ItemDraft

const WHAT = 'vault item'
const READERS = { kind: readText, name: readText, value: readText, meta: readTextMap }

export function newItemId(): string {
  return crypto.randomUUID()
}

/** The whole item: fields could be mixed between items. @throws VaultError `too_large` */
export function encodePlainItem({ kind, name, value, meta }: ItemDraft): Bytes {
  const plaintext = encodePaddedJson({ sv: SCHEMA_VERSION, kind, name, value, meta })
  if (plaintext.length > LIMITS.itemBytes) throw new VaultError('too_large', 'This entry is too large for the vault.')
  return plaintext
}

/** @throws VaultError `tampered`, `unsupported`, `malformed` */
export function decodePlainItem(plaintext: Bytes, { id, rev }: { id: string; rev: number }): PlainItem {
  return { id, rev, ...readContent(decodePaddedContent(plaintext, WHAT), WHAT) }
}

export function readContent(value: unknown, what: string) {
  return readRecord(value, READERS, what)
}

type ItemContext = {
  readonly vaultId: string
  readonly key: ItemsKey
}

/** Encrypts under a fresh content key for each write. @throws VaultError `too_large` */
export async function sealItem(
  item: PlainItem,
  { vaultId, key, akGen, random }: ItemContext & { akGen: number; random: RandomBytes },
): Promise<SealedItem> {
  const plaintext = encodePlainItem(item)
  const header = { v: RECORD_VERSION, s: SUITE, id: item.id, rev: item.rev, ak_gen: akGen }
  const contentKey = random(KEY_BYTES)
  const wk = await sealBytes(key, contentKey, { aad: keyAad(vaultId, header), random })
  const content = await importContentKey(contentKey)
  contentKey.fill(0)
  return { ...header, wk, ...(await sealBytes(content, plaintext, { aad: contentAad(vaultId, header), random })) }
}

/**
 * Id, revision and vault are authenticated: the item opens nowhere else.
 * @throws VaultError `tampered`, `unsupported`, `malformed`
 */
export async function openItem(item: SealedItem, { vaultId, key }: ItemContext): Promise<PlainItem> {
  const content = await unwrapContentKey(key, item.wk, keyAad(vaultId, item))
  return decodePlainItem(await openBytes(content, item, contentAad(vaultId, item)), item)
}

type ItemHeader = Pick<SealedItem, 's' | 'id' | 'rev' | 'ak_gen'>

function keyAad(vaultId: string, { s, id, rev, ak_gen }: ItemHeader): Bytes {
  return lp(LABEL.cek, s, fromBase64url(vaultId), id, rev, ak_gen)
}

function contentAad(vaultId: string, { s, id, rev }: ItemHeader): Bytes {
  return lp(LABEL.item, s, fromBase64url(vaultId), id, rev)
}
