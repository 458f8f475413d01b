import type { Sql, Transaction } from '@countersign/service'
import type { SealedItem, UnlockRecord, VaultHead } from '@countersign/vault'
import { invalidSession } from '../http/invalid-session.ts'

type NewVaultRow = { readonly vaultId: string; readonly head: VaultHead; readonly etag: string }

export async function insertVault(
  sql: Transaction,
  userId: string,
  { vaultId, head, etag }: NewVaultRow,
): Promise<void> {
  await sql`
    with stored as (
      insert into core.vaults (user_id, vault_id, gen, etag, head)
      values (${userId}, ${vaultId}, ${head.gen}, ${etag}, ${JSON.stringify(head)}::jsonb)
      returning user_id, gen, vault_id, head)
    insert into core.vault_heads (user_id, gen, sha256)
    select user_id, gen, core.head_sha256(vault_id, head) from stored`
}

/** The current entity tag, without the vault: most reads only ask whether something changed. */
export async function readEtag(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<{ etag: string }>`select etag from core.vaults where user_id = ${userId}`
  return required(row).etag
}

export type StoredVault = {
  readonly vaultId: string
  readonly etag: string
  readonly head: VaultHead
  readonly items: SealedItem[]
  readonly unlock: UnlockRecord[]
}

/** Reads a whole vault in one statement, so its parts are all of one generation. */
export async function readVault(sql: Sql, userId: string): Promise<StoredVault> {
  const [row] = await sql<VaultRow>`
    select v.vault_id, v.etag, v.head,
           (select coalesce(jsonb_agg(i.record order by i.item_id), '[]'::jsonb)
              from core.vault_items i where i.user_id = v.user_id) as items,
           (select coalesce(jsonb_agg(u.record order by u.unlock_id), '[]'::jsonb)
              from core.unlock_records u where u.user_id = v.user_id) as unlock
      from core.vaults v
     where v.user_id = ${userId}`
  const { vault_id: vaultId, etag, head, items, unlock } = required(row)
  return { vaultId, etag, head, items, unlock }
}

type VaultRow = {
  readonly vault_id: string
  readonly etag: string
  readonly head: VaultHead
  readonly items: SealedItem[]
  readonly unlock: UnlockRecord[]
}

export type LockedVault = {
  readonly vaultId: string
  readonly gen: number
  readonly akGen: number
  readonly etag: string
}

/** Reads what a commit is judged by, and holds it until the transaction ends: two commits come one after the other. */
export async function lockVault(sql: Transaction, userId: string): Promise<LockedVault> {
  const [row] = await sql<{ vault_id: string; gen: string; ak_gen: string; etag: string }>`
    select vault_id, gen, (head ->> 'ak_gen')::bigint as ak_gen, etag
      from core.vaults where user_id = ${userId} for update`
  const { vault_id, gen, ak_gen, etag } = required(row)
  return { vaultId: vault_id, gen: Number(gen), akGen: Number(ak_gen), etag }
}

type NextHead = { readonly head: VaultHead; readonly etag: string }

export async function replaceHead(sql: Transaction, userId: string, { head, etag }: NextHead): Promise<void> {
  await sql`
    with stored as (
      update core.vaults set gen = ${head.gen}, etag = ${etag}, head = ${JSON.stringify(head)}::jsonb, updated_at = now()
       where user_id = ${userId}
      returning user_id, gen, vault_id, head)
    insert into core.vault_heads (user_id, gen, sha256)
    select user_id, gen, core.head_sha256(vault_id, head) from stored`
}

export async function deleteItems(sql: Transaction, userId: string, itemIds: readonly string[]): Promise<void> {
  await sql`delete from core.vault_items where user_id = ${userId} and item_id = any(${itemIds}::uuid[])`
}

export async function putItems(sql: Transaction, userId: string, items: readonly SealedItem[]): Promise<void> {
  await sql`
    insert into core.vault_items (user_id, item_id, record)
    select ${userId}::uuid, (item ->> 'id')::uuid, item from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item
    on conflict (user_id, item_id) do update set record = excluded.record`
}

/** Puts these items in place of all that there were. */
export async function replaceItems(sql: Transaction, userId: string, items: readonly SealedItem[]): Promise<void> {
  await sql`delete from core.vault_items where user_id = ${userId}`
  await putItems(sql, userId, items)
}

export async function countItems(sql: Transaction, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from core.vault_items where user_id = ${userId}`
  return row?.count ?? 0
}

/**
 * Every account has a vault from its first moment to its last, so its absence is never "an empty one": the account was
 * deleted while this request was under way, and the session with it.
 */
function required<Row>(row: Row | undefined): Row {
  if (!row) throw invalidSession()
  return row
}
