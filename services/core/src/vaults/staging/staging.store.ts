import type { Transaction } from '@countersign/service/sql'
import type { SealedItem, VaultHead } from '@countersign/vault'
import type { VaultSize } from '../vault.store.ts'

/** A rotation has a staging of its own, which a session without its step-up cannot touch. */
export type StagingKind = 'commit' | 'rotation'

/** The device chooses `stagingId`. */
type Staging = { readonly userId: string; readonly kind: StagingKind; readonly stagingId: string }

/** Starts or continues a staging; ends another or an expired one of its kind. */
export async function openStaging(
  sql: Transaction,
  { userId, kind, stagingId }: Staging,
  lifetimeSeconds: number,
): Promise<void> {
  await sql`
    delete from core.stagings
     where user_id = ${userId} and kind = ${kind} and (staging_id <> ${stagingId} or expires_at <= now())`
  await sql`
    insert into core.stagings (user_id, kind, staging_id, expires_at)
    values (${userId}, ${kind}, ${stagingId}, now() + ${lifetimeSeconds}::int * interval '1 second')
    on conflict (user_id, kind) do nothing`
}

/** Idempotent: a device repeats a chunk whose answer was lost. */
export async function insertStagedItems(
  sql: Transaction,
  { userId, kind }: Pick<Staging, 'userId' | 'kind'>,
  items: readonly SealedItem[],
): Promise<void> {
  await sql`
    insert into core.staged_items (user_id, kind, item_id, ak_gen, record)
    select ${userId}::uuid, ${kind}::text, (item ->> 'id')::uuid, (item ->> 'ak_gen')::bigint, item
      from jsonb_array_elements(${JSON.stringify(items)}::jsonb) item
    on conflict (user_id, kind, item_id) do update set ak_gen = excluded.ak_gen, record = excluded.record`
}

export async function measureStagedItems(
  sql: Transaction,
  { userId, kind }: Pick<Staging, 'userId' | 'kind'>,
): Promise<VaultSize> {
  const [row] = await sql<{ count: number; bytes: string }>`
    select count(*)::int as count, coalesce(sum(bytes), 0) as bytes
      from core.staged_items where user_id = ${userId} and kind = ${kind}`
  return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) }
}

/** Counts the items of this account key in a live staging. */
export async function countStagedItems(
  sql: Transaction,
  { userId, kind, stagingId }: Staging,
  akGen: number,
): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count
      from core.stagings s join core.staged_items i on i.user_id = s.user_id and i.kind = s.kind
     where s.user_id = ${userId} and s.kind = ${kind} and s.staging_id = ${stagingId} and s.expires_at > now()
       and i.ak_gen = ${akGen}`
  return row?.count ?? 0
}

/** Moves the staged items of this account key into the vault, as written by this head, and ends the staging. */
export async function moveStagedItems(
  sql: Transaction,
  { userId, kind }: Pick<Staging, 'userId' | 'kind'>,
  { gen, ak_gen: akGen }: Pick<VaultHead, 'gen' | 'ak_gen'>,
): Promise<void> {
  await sql`
    insert into core.vault_items (user_id, item_id, gen, record)
    select user_id, item_id, ${gen}::bigint, record
      from core.staged_items where user_id = ${userId} and kind = ${kind} and ak_gen = ${akGen}
    on conflict (user_id, item_id) do update set record = excluded.record, gen = excluded.gen`
  await sql`delete from core.staged_items where user_id = ${userId} and kind = ${kind}`
  await sql`delete from core.stagings where user_id = ${userId} and kind = ${kind}`
}
