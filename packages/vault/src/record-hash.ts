import { fromBase64url, toBase64url } from './base64url.ts'
import { hashBytes } from './keys.ts'
import { LABEL } from './labels.ts'
import { type LpPart, lp } from './lp.ts'
import type { ActivityEntry, SealedItem, UnlockRecord, VaultHead } from './records.ts'

const ETAG_HASH_LENGTH = 22

/** Covers every field of the record, as all these hashes do (base64url of SHA-256). */
export async function hashUnlockRecord(record: UnlockRecord): Promise<string> {
  const { v, s, id, type, vault_id, ak_gen, bind, salt, com, n, ct } = record
  return hash(LABEL.unlockHash, vault_id, [
    v,
    s,
    id,
    type,
    bytes(vault_id),
    ak_gen,
    bind,
    ...[salt, com, n, ct].map(bytes),
  ])
}

export async function hashItem(vaultId: string, item: SealedItem): Promise<string> {
  const { v, s, id, rev, ak_gen, wk, n, ct } = item
  return hash(LABEL.itemHash, vaultId, [v, s, id, rev, ak_gen, ...[wk.n, wk.ct, n, ct].map(bytes)])
}

export async function hashHead(vaultId: string, head: VaultHead): Promise<string> {
  const { v, s, gen, ak_gen, n, ct } = head
  return hash(LABEL.headHash, vaultId, [v, s, gen, ak_gen, bytes(n), bytes(ct)])
}

export async function hashActivityEntry(vaultId: string, entry: ActivityEntry): Promise<string> {
  const { v, s, seq, ak_gen, prev, n, ct } = entry
  return hash(LABEL.activityHash, vaultId, [v, s, seq, ak_gen, ...[prev, n, ct].map(bytes)])
}

/** `"<gen>-<22 characters of the head's hash>"`, quotes included: `If-Match` of a write. */
export async function etagOf(vaultId: string, head: VaultHead): Promise<string> {
  return formatEtag(head.gen, await hashHead(vaultId, head))
}

export function formatEtag(gen: number, headHash: string): string {
  return `"${gen}-${headHash.slice(0, ETAG_HASH_LENGTH)}"`
}

/** Hashes the fields in record order: without JSON, nothing needs canonicalisation. */
async function hash(label: string, vaultId: string, fields: readonly LpPart[]): Promise<string> {
  return toBase64url(await hashBytes(lp(label, bytes(vaultId), ...fields)))
}

const bytes = fromBase64url
