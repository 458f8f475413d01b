import type { Sql } from '@countersign/service/sql'

export const CLIENTS_CHANNEL = 'countersign_clients'

/**
 * Tells every process that has the client in memory: within a transaction, when that takes effect. Whatever changes a client or
 * its secrets says so here, because small tables of which every machine has a copy have no triggers. Who does not hear it has
 * an old client for as long as one is kept.
 */
export async function tellOfClientChange(sql: Sql, clientId: string): Promise<void> {
  await sql`select pg_notify(${CLIENTS_CHANNEL}, ${clientId})`
}
