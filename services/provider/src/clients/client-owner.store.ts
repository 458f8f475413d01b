import type { Sql, Transaction } from '@countersign/service/sql'

/** How many apps a person has registered. Whoever else counts theirs waits until the transaction ends. */
export async function countOwnedClients(sql: Transaction, owner: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`clients of ${owner}`}))`
  const [row] = await sql<{ count: number }>`
    select count(*)::int as count from provider.clients where owner = ${owner}`
  return row?.count ?? 0
}

export async function setClientOwner(sql: Transaction, clientId: string, owner: string): Promise<void> {
  await sql`update provider.clients set owner = ${owner} where client_id = ${clientId}`
}

/** Takes a person's name from their apps. These go on, and nobody here has looked at them still. */
export async function forgetClientOwner(sql: Sql, owner: string): Promise<void> {
  await sql`update provider.clients set owner = '' where owner = ${owner}`
}
