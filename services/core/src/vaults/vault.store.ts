import type { Sql, Transaction } from '@countersign/service/sql'
import { formatEtag, LIMITS, type VaultHead } from '@countersign/vault'
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
