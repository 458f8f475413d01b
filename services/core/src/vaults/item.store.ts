import type { Transaction } from '@countersign/service/sql'
import type { SealedItem } from '@countersign/vault'

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
