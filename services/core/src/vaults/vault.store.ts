import type { Sql, Transaction } from '@countersign/service/sql'
import { type ActivityEntry, formatEtag, LIMITS, type SealedItem, type VaultHead } from '@countersign/vault'
import { invalidSession } from '../ground/http/session-guard.ts'

type HashedHead = { readonly head: VaultHead; readonly headHash: string }
type NewVaultRow = HashedHead & { readonly vaultId: string }

export async function insertVault(
  sql: Transaction,
  userId: string,
  { vaultId, head, headHash }: NewVaultRow,
): Promise<void> {
  await sql`
    with stored as (
      insert into core.vaults (user_id, vault_id, gen, etag, head)
      values (${userId}, ${vaultId}, ${head.gen}, ${formatEtag(head.gen, headHash)}, ${JSON.stringify(head)}::jsonb))
    insert into core.vault_heads (user_id, gen, sha256)
    values (${userId}, ${head.gen}, ${Buffer.from(headHash, 'base64url')})`
}

/** Most reads only ask whether the vault has changed. */
export async function readEtag(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<{ etag: string }>`select etag from core.vaults where user_id = ${userId}`
  return required(row).etag
}

type VaultRow = {
  readonly vault_id: string
  readonly etag: string
  readonly is_partial: boolean
  readonly head: string
  readonly items: string
  readonly removed: string
  readonly unlock: string
}

/**
 * Reads a vault as JSON in one statement, so that its parts are of one generation: whole, or the changes since generation
 * `since` while those are known. The records stay text from the database to the device.
 */
export async function readVault(
  sql: Sql,
  userId: string,
  since = 0,
): Promise<{ readonly etag: string; readonly text: string }> {
  const [row] = await sql<VaultRow>`
    select v.vault_id, v.etag, known.is_partial, v.head::text as head,
           (select coalesce(string_agg(i.record::text, ',' order by i.item_id), '') from core.vault_items i
             where i.user_id = ${userId} and i.gen > known.gen) as items,
           (select coalesce(json_agg(r.item_id order by r.item_id), '[]')::text from core.removed_items r
             where r.user_id = ${userId} and r.gen > known.gen and known.is_partial) as removed,
           (select coalesce(string_agg(u.record::text, ',' order by u.unlock_id), '') from core.unlock_records u
             where u.user_id = ${userId}) as unlock
      from core.vaults v
     cross join lateral (select is_partial, case when is_partial then ${since}::bigint else 0 end as gen
                           from (select ${since}::bigint between v.changes_from and v.gen as is_partial) asked) known
     where v.user_id = ${userId}`
  const { vault_id, etag, is_partial, head, items, removed, unlock } = required(row)
  const changes = is_partial ? `,"since":${since},"removed":${removed}` : ''
  const vaultId = JSON.stringify(vault_id)
  return { etag, text: `{"vault_id":${vaultId},"head":${head},"items":[${items}],"unlock":[${unlock}]${changes}}` }
}

export type LockedVault = {
  readonly vaultId: string
  readonly gen: number
  readonly akGen: number
  readonly etag: string
}

/** Locks the vault until the transaction ends, so that commits come one after the other. */
export async function lockVault(sql: Transaction, userId: string): Promise<LockedVault> {
  const [row] = await sql<{ vault_id: string; gen: string; ak_gen: string; etag: string }>`
    select vault_id, gen, (head ->> 'ak_gen')::bigint as ak_gen, etag
      from core.vaults where user_id = ${userId} for update`
  const { vault_id, gen, ak_gen, etag } = required(row)
  return { vaultId: vault_id, gen: Number(gen), akGen: Number(ak_gen), etag }
}

export async function replaceHead(sql: Transaction, userId: string, { head, headHash }: HashedHead): Promise<void> {
  await sql`
    with stored as (
      update core.vaults
         set gen = ${head.gen}, etag = ${formatEtag(head.gen, headHash)}, head = ${JSON.stringify(head)}::jsonb,
             updated_at = now()
       where user_id = ${userId})
    insert into core.vault_heads (user_id, gen, sha256)
    values (${userId}, ${head.gen}, ${Buffer.from(headHash, 'base64url')})`
}

/** Every account has a vault, so a missing one means that the account was deleted during this request. */
function required<Row>(row: Row | undefined): Row {
  if (!row) throw invalidSession()
  return row
}

/** The hashes of the heads from generation `from` on, oldest first, without the current one; empty if `from` is unknown. */
export async function listAncestors(sql: Sql, userId: string, from: number): Promise<string[]> {
  const rows = await sql<{ gen: string; sha256: Buffer }>`
    select h.gen, h.sha256
      from core.vault_heads h join core.vaults v on v.user_id = h.user_id
     where h.user_id = ${userId} and h.gen >= ${from} and h.gen < v.gen
     order by h.gen limit ${LIMITS.ancestorsPerPage}`
  if (Number(rows[0]?.gen) !== from) return []
  return rows.map(({ sha256 }) => Buffer.from(sha256).toString('base64url'))
}

/** The hashes of all known heads, the current one last, and the generation of the first, as JSON. */
export async function readHeadHashesText(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<{ heads: string }>`
    select json_build_object('from', min(gen), 'hashes',
             json_agg(translate(encode(sha256, 'base64'), '+/=', '-_') order by gen))::text as heads
      from core.vault_heads where user_id = ${userId}`
  return row?.heads ?? ''
}

/** With more removed items than this, all of them are forgotten. */
const REMEMBERED_REMOVALS = 1_000

type PutItems = { readonly gen: number; readonly items: readonly SealedItem[] }
type RemovedItems = { readonly gen: number; readonly itemIds: readonly string[] }

/** Stores new and changed items, as written by this generation. */
export async function putItems(sql: Transaction, userId: string, { gen, items }: PutItems): Promise<void> {
  await sql`
    insert into core.vault_items (user_id, item_id, gen, record)
    select ${userId}::uuid, (item ->> 'id')::uuid, ${gen}::bigint, item
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item
    on conflict (user_id, item_id) do update set record = excluded.record, gen = excluded.gen`
}

/** Removes items and remembers them for devices that still have them. */
export async function removeItems(sql: Transaction, userId: string, { gen, itemIds }: RemovedItems): Promise<void> {
  await sql`delete from core.vault_items where user_id = ${userId} and item_id = any(${itemIds}::uuid[])`
  await sql`
    insert into core.removed_items (user_id, item_id, gen)
    select ${userId}::uuid, item_id, ${gen}::bigint from unnest(${itemIds}::uuid[]) item_id
    on conflict (user_id, item_id) do update set gen = excluded.gen`
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from core.removed_items where user_id = ${userId}`
  if ((row?.count ?? 0) > REMEMBERED_REMOVALS) await forgetRemovals(sql, userId, gen)
}

/** Removes all items, to be replaced: every device reads the whole vault after this generation. */
export async function removeAllItems(sql: Transaction, userId: string, gen: number): Promise<void> {
  await sql`delete from core.vault_items where user_id = ${userId}`
  await forgetRemovals(sql, userId, gen)
}

/** Removals before this generation are no longer listed: a device with an older one reads the whole vault. */
async function forgetRemovals(sql: Transaction, userId: string, gen: number): Promise<void> {
  await sql`update core.vaults set changes_from = ${gen} where user_id = ${userId}`
  await sql`delete from core.removed_items where user_id = ${userId}`
}

export type VaultSize = {
  readonly count: number
  /** Ciphertext only. */
  readonly bytes: number
}

export async function measureItems(sql: Transaction, userId: string): Promise<VaultSize> {
  const [row] = await sql<{ count: number; bytes: string }>`
    select count(*)::int as count, coalesce(sum(bytes), 0) as bytes from core.vault_items where user_id = ${userId}`
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
}

export async function findNewestEntry(sql: Transaction, userId: string): Promise<ActivityEntry | undefined> {
  const [row] = await sql<{ record: ActivityEntry }>`
    select record from core.activity_entries where user_id = ${userId} order by seq desc limit 1`
  return row?.record
}

export async function insertActivity(
  sql: Transaction,
  userId: string,
  entries: readonly ActivityEntry[],
): Promise<void> {
  await sql`
    insert into core.activity_entries (user_id, seq, record)
    select ${userId}::uuid, (entry ->> 'seq')::bigint, entry
      from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) entry`
}

/** Deletes all but the newest entries, of which `lastSeq` is the last: devices read no more. */
export async function deleteOldActivity(sql: Transaction, userId: string, lastSeq: number): Promise<void> {
  await sql`delete from core.activity_entries where user_id = ${userId} and seq <= ${lastSeq - LIMITS.activity}::bigint`
}

type ActivityPage = { readonly before?: number; readonly limit?: number }

/** The entries below `before`, or all, newest first, as JSON: they are text from the database to the device. */
export async function readActivityText(
  sql: Sql,
  userId: string,
  { before, limit }: ActivityPage = {},
): Promise<string> {
  const [row] = await sql<{ entries: string }>`
    select '[' || coalesce(string_agg(record::text, ',' order by seq desc), '') || ']' as entries
      from (select seq, record from core.activity_entries
             where user_id = ${userId} and seq < coalesce(${before ?? null}::bigint, 9223372036854775807)
             order by seq desc limit ${limit ?? null}::int) page`
  return row?.entries ?? '[]'
}
