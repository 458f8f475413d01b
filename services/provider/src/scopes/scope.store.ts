import type { OperatorClaim, OperatorScope } from '@countersign/contracts'
import type { Sql, Transaction } from '@countersign/service'
import { CLIENTS_CHANNEL } from '../clients/client-change.store.ts'
import { ENDS_NOW } from '../grants/grants.store.ts'
import { listResourceServers } from '../resources/resource-server.store.ts'
import { type KnownScopes, knowAlso } from './known-scopes.ts'

/** All that is known: at most a few hundred rows. */
export async function readKnownScopes(sql: Sql): Promise<KnownScopes> {
  // One after the other: a transaction has one connection.
  return knowAlso(await listScopes(sql), await listClaims(sql), await listResourceServers(sql))
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

/** Defines a claim, or defines it anew. */
export async function putClaim(sql: Sql, { name, openid_name, labels }: OperatorClaim): Promise<void> {
  await sql`
    insert into provider.claims (name, openid_name, labels) values (${name}, ${openid_name}, ${JSON.stringify(labels)})
    on conflict (name) do update set openid_name = excluded.openid_name, labels = excluded.labels`
  await tellOfScopeChange(sql)
}

/** Answers whether there was such a scope. */
export async function deleteScopeRow(sql: Transaction, name: string): Promise<boolean> {
  const deleted = await sql`delete from provider.scopes where name = ${name} returning 1`
  await tellOfScopeChange(sql)
  return deleted.length > 0
}

/** Answers whether there was such a claim. */
export async function deleteClaimRow(sql: Transaction, name: string): Promise<boolean> {
  const deleted = await sql`delete from provider.claims where name = ${name} returning 1`
  await tellOfScopeChange(sql)
  return deleted.length > 0
}

/** Nobody else defines or removes a scope or a claim until the transaction ends. */
export async function lockScopes(sql: Transaction): Promise<void> {
  await sql`lock table provider.scopes in share row exclusive mode`
}

const GRANTS_AT_ONCE = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Takes a scope from what people approved; a grant of which nothing is left ends. Grants are found by a scope for nothing else,
 * which is worth no index that every flow writes to: they are gone through in steps that last.
 */
export async function takeScopeFromGrants(sql: Sql, name: string): Promise<void> {
  let last: string | null = BEFORE_ALL
  while (last !== null) {
    const [page]: { last: string | null; ids: string[] }[] = await sql<{ last: string | null; ids: string[] }>`
      with page as (
        select grant_id, scopes from provider.grants where grant_id > ${last}::uuid order by grant_id limit ${GRANTS_AT_ONCE}
      )
      select (select grant_id from page order by grant_id desc limit 1) as last,
             array(select grant_id from page where ${name} = any(scopes)) as ids`
    last = page?.last ?? null
    if (page && page.ids.length > 0) await takeScopeFrom(sql, name, page.ids)
  }
}

async function takeScopeFrom(sql: Sql, name: string, grantIds: readonly string[]): Promise<void> {
  await sql`
    update provider.grants set scopes = array_remove(scopes, ${name}) where grant_id = any(${grantIds}::uuid[])`
  await sql`
    update provider.access_tokens set scopes = array_remove(scopes, ${name})
     where grant_id = any(${grantIds}::uuid[]) and scopes is not null`
  await sql`
    update provider.grants set ${ENDS_NOW}
     where grant_id = any(${grantIds}::uuid[]) and scopes = '{}' and revoked_at is null`
}

/**
 * Tells every process that keeps scopes: within a transaction, when that takes effect. An empty text on the channel of the
 * clients: it is no client_id, and one channel is one connection less for each process.
 */
export async function tellOfScopeChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CLIENTS_CHANNEL}, '')`
}
