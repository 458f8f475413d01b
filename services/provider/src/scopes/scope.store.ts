import type { OperatorClaim, OperatorScope } from '@countersign/contracts'
import type { Sql } from '@countersign/service'
import { CLIENTS_CHANNEL } from '../clients/client-change.store.ts'
import { listResourceServers } from '../resources/resource-server.store.ts'
import { type KnownScopes, knowAlso } from './known-scopes.ts'

/** All that is known: at most a few hundred rows. */
export async function readKnownScopes(sql: Sql): Promise<KnownScopes> {
  const [scopes, claims, servers] = await Promise.all([listScopes(sql), listClaims(sql), listResourceServers(sql)])
  return knowAlso(scopes, claims, servers)
}

/** What operators have defined, by name. */
export async function listScopes(sql: Sql): Promise<OperatorScope[]> {
  return sql<OperatorScope>`select name, resource, texts, claims from provider.scopes order by name`
}

export async function listClaims(sql: Sql): Promise<OperatorClaim[]> {
  return sql<OperatorClaim>`select name, openid_name, labels from provider.claims order by name`
}

/** Defines a scope, or defines it anew. */
export async function putScope(sql: Sql, { name, resource, texts, claims }: OperatorScope): Promise<void> {
  await sql`
    insert into provider.scopes (name, resource, texts, claims)
    values (${name}, ${resource}, ${JSON.stringify(texts)}, ${claims})
    on conflict (name) do update set resource = excluded.resource, texts = excluded.texts, claims = excluded.claims`
  await tellOfScopeChange(sql)
}

/**
 * Tells every process that keeps scopes: within a transaction, when that takes effect. An empty text on the channel of the
 * clients: it is no client_id, and one channel is one connection less for each process.
 */
export async function tellOfScopeChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CLIENTS_CHANNEL}, '')`
}
