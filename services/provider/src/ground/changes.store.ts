import type { Sql } from '@countersign/service/sql'

/** Processes tell each other here to drop cached clients, scopes and signing keys. */
export const CHANGES_CHANNEL = 'countersign_clients'

/**
 * Tells every process, at commit, to drop its copy of a client. Every write to a client or its secrets calls this:
 * replicated tables have no triggers. A missed message leaves a stale copy until it expires.
 */
export async function tellOfClientChange(sql: Sql, clientId: string): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${clientId})`
}

/** The same for scopes. The empty text is no `client_id`; sharing the channel saves each process a connection. */
export async function tellOfScopeChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, '')`
}

/** No `client_id` either. */
export const KEYS_CHANGED = 'signing keys'

/** The same for signing keys: after a leak no process may go on by the old ones. */
export async function tellOfKeyChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CHANGES_CHANNEL}, ${KEYS_CHANGED})`
}
