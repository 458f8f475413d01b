import {
  KEY_BYTES,
  NONCE_BYTES,
  openBytes,
  type SealedBytes,
  sealBytes,
  TAG_BYTES,
  unwrapContentKey,
  WRAPPED_KEY_BYTES,
} from './aead.ts'
import { fromBase64url } from './base64url.ts'
import type { Bytes, RandomBytes } from './bytes.ts'
import { type ItemsKey, importContentKey } from './keys.ts'
import { LABEL, RECORD_VERSION, SUITE } from './labels.ts'
import { LIMITS } from './limits.ts'
import { lp } from './lp.ts'
import { isPaddedLength } from './padding.ts'
import { readBase64url, readCount, readFields, readRecord, readUuid } from './parse.ts'
import { decodePlainItem, encodePlainItem, type PlainItem } from './plain-item.ts'

/** An encrypted item: its content under a key of its own, and that key wrapped under the account key. */
export type SealedItem = {
  readonly v: number
  readonly s: number
  readonly id: string
  readonly rev: number
  readonly ak_gen: number
  readonly wk: SealedBytes
  readonly n: string
  readonly ct: string
}

/** What sealing and opening an item need to know of its vault. */
export type ItemContext = {
  readonly vaultId: string
  readonly key: ItemsKey
}

const WHAT = 'encrypted item'
const FIELDS = ['v', 's', 'id', 'rev', 'ak_gen', 'wk', 'n', 'ct'] as const

/**
 * Checks a sealed item from outside, field by field.
 * @throws VaultError `malformed`, `unsupported`
 */
export function readSealedItem(value: unknown): SealedItem {
  const fields = readRecord(value, FIELDS, WHAT)
  const wk = readFields(fields.wk, ['n', 'ct'], WHAT)
  return {
    v: RECORD_VERSION,
    s: SUITE,
    id: readUuid(fields.id, WHAT),
    rev: readCount(fields.rev, WHAT),
    ak_gen: readCount(fields.ak_gen, WHAT),
    wk: { n: readBase64url(wk.n, NONCE_BYTES, WHAT), ct: readBase64url(wk.ct, WRAPPED_KEY_BYTES, WHAT) },
    n: readBase64url(fields.n, NONCE_BYTES, WHAT),
    ct: readBase64url(fields.ct, isItemCiphertextLength, WHAT),
  }
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
  const place = { v: RECORD_VERSION, s: SUITE, id: item.id, rev: item.rev, ak_gen: akGen }
  const contentKey = random(KEY_BYTES)
  const wk = await sealBytes(key, contentKey, { aad: keyAad(vaultId, place), random })
  const content = await importContentKey(contentKey)
  contentKey.fill(0)
  return { ...place, wk, ...(await sealBytes(content, plaintext, { aad: contentAad(vaultId, place), random })) }
}

/**
 * Decrypts an item. Its place in the vault is authenticated: under another id, revision or vault it does not open.
 * @throws VaultError `tampered`, `unsupported`, `malformed`
 */
export async function openItem(item: SealedItem, { vaultId, key }: ItemContext): Promise<PlainItem> {
  const content = await unwrapContentKey(key, item.wk, keyAad(vaultId, item))
  return decodePlainItem(await openBytes(content, item, contentAad(vaultId, item)), item)
}

type ItemPlace = Pick<SealedItem, 's' | 'id' | 'rev' | 'ak_gen'>

function keyAad(vaultId: string, { s, id, rev, ak_gen }: ItemPlace): Bytes {
  return lp(LABEL.cek, s, fromBase64url(vaultId), id, rev, ak_gen)
}

function contentAad(vaultId: string, { s, id, rev }: ItemPlace): Bytes {
  return lp(LABEL.item, s, fromBase64url(vaultId), id, rev)
}

function isItemCiphertextLength(length: number): boolean {
  return length <= LIMITS.itemBytes + TAG_BYTES && isPaddedLength(length - TAG_BYTES)
}
