import type { Sql, Transaction } from '@countersign/service/sql'

/** Counts a user's registered apps. Concurrent counts for the same user wait until the transaction ends. */
export async function countOwnedClients(sql: Transaction, owner: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`clients of ${owner}`}))`
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from provider.clients where owner = ${owner}`
  return row?.count ?? 0
}

export async function setClientOwner(sql: Transaction, clientId: string, owner: string): Promise<void> {
  await sql`update provider.clients set owner = ${owner} where client_id = ${clientId}`
}

/** Removes the owner from a user's apps. The apps keep working and stay unreviewed. */
export async function forgetClientOwner(sql: Sql, owner: string): Promise<void> {
  await sql`update provider.clients set owner = '' where owner = ${owner}`
}
