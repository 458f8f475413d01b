import type { OperatorClaim, OperatorScope } from '@countersign/contracts'
import type { Sql, Transaction } from '@countersign/service/sql'
import { tellOfScopeChange } from '../../ground/changes.store.ts'
import { listResourceServers } from '../resources/resource-server.store.ts'
import { type KnownScopes, knowAlso } from './known-scopes.ts'

/** At most a few hundred rows. */
export async function readKnownScopes(sql: Sql): Promise<KnownScopes> {
  // In sequence: a transaction has one connection.
  return knowAlso(await listScopes(sql), await listClaims(sql), await listResourceServers(sql))
}

export async function listScopes(sql: Sql): Promise<OperatorScope[]> {
  return sql<OperatorScope>`select name, resource, texts, claims from provider.scopes order by name`
}

export async function listClaims(sql: Sql): Promise<OperatorClaim[]> {
  return sql<OperatorClaim>`select name, openid_name, labels from provider.claims order by name`
}

export async function putScope(sql: Sql, { name, resource, texts, claims }: OperatorScope): Promise<void> {
  await sql`
    insert into provider.scopes (name, resource, texts, claims)
    values (${name}, ${resource}, ${JSON.stringify(texts)}, ${claims})
    on conflict (name) do update set resource = excluded.resource, texts = excluded.texts, claims = excluded.claims`
  await tellOfScopeChange(sql)
}

export async function putClaim(sql: Sql, { name, openid_name, labels }: OperatorClaim): Promise<void> {
  await sql`
    insert into provider.claims (name, openid_name, labels) values (${name}, ${openid_name}, ${JSON.stringify(labels)})
    on conflict (name) do update set openid_name = excluded.openid_name, labels = excluded.labels`
  await tellOfScopeChange(sql)
}

export async function deleteScopeRow(sql: Transaction, name: string): Promise<boolean> {
  const deleted = await sql`delete from provider.scopes where name = ${name} returning 1`
  await tellOfScopeChange(sql)
  return deleted.length > 0
}

export async function deleteClaimRow(sql: Transaction, name: string): Promise<boolean> {
  const deleted = await sql`delete from provider.claims where name = ${name} returning 1`
  await tellOfScopeChange(sql)
  return deleted.length > 0
}

/** Locks definitions of scopes and claims until the transaction ends. */
export async function lockScopes(sql: Transaction): Promise<void> {
  await sql`lock table provider.scopes in share row exclusive mode`
}
