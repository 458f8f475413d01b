import { KEY_BYTES, openBytes, sealBytes, unwrapContentKey } from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import { type ItemsKey, importContentKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { lp } from './lp.ts'
import { decodePlainItem, encodePlainItem, type PlainItem } from './plain-item.ts'
import type { SealedItem } from './records.ts'

/** What sealing and opening an item need to know of its vault. */
export type ItemContext = {
  readonly vaultId: string
  readonly key: ItemsKey
}

/**
 * Encrypts an item under a fresh content key, which is used for this one write only.
 * @throws VaultError `too_large`
 */
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
 * Decrypts an item. Its place in the vault is authenticated: under another id, revision or vault it does not open.
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
