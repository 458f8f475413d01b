import type { OperatorClaim, OperatorScope } from '@countersign/contracts'
import { type Sql, type SqlPool, type SqlText, sqlText, type Transaction } from '@countersign/service/sql'
import { CLIENTS_CHANNEL } from '../../clients/client-change.store.ts'
import { ENDS_NOW } from '../../flow/grants/grants.store.ts'
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

const ROWS_AT_ONCE = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Takes scopes from all that people approved, or are about to, and from what apps have for their own calls. Requests come before
 * grants, so that a code which is exchanged meanwhile is found as the one or the other; what nothing is left of ends. Rows are found
 * by a scope for nothing else, which is worth no index that every flow writes to: they are gone through in steps that last.
 */
export async function takeScopesFromAll(sql: SqlPool, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  for await (const ids of idsWith(sql, names, REQUESTS)) {
    await sql.transaction((transaction) => takeScopesFromRequests(transaction, names, ids))
  }
  for await (const ids of idsWith(sql, names, GRANTS)) {
    await sql.transaction((transaction) => takeScopesFromGrants(transaction, names, ids))
  }
  await sql`delete from provider.client_access_tokens where scopes && ${names}::text[]`
}

type Rows = { readonly table: SqlText; readonly key: SqlText; readonly scopes: SqlText }

const REQUESTS: Rows = {
  table: sqlText`provider.authorization_requests`,
  key: sqlText`auth_request_id`,
  scopes: sqlText`requested_scopes`,
}
const GRANTS: Rows = { table: sqlText`provider.grants`, key: sqlText`grant_id`, scopes: sqlText`scopes` }

async function* idsWith(
  sql: Sql,
  names: readonly string[],
  { table, key, scopes }: Rows,
): AsyncGenerator<readonly string[]> {
  let last: string | null = BEFORE_ALL
  while (last !== null) {
    const [row]: { last: string | null; ids: string[] }[] = await sql<{ last: string | null; ids: string[] }>`
      with page as (
        select ${key} as id, ${scopes} as scopes from ${table} where ${key} > ${last}::uuid order by ${key} limit ${ROWS_AT_ONCE}
      )
      select (select id from page order by id desc limit 1) as last,
             array(select id from page where scopes && ${names}::text[]) as ids`
    last = row?.last ?? null
    if (row && row.ids.length > 0) yield row.ids
  }
}

/** Of what nothing is left, the person is told to start again from the app. */
async function takeScopesFromRequests(sql: Transaction, names: readonly string[], ids: readonly string[]) {
  for (const name of names) {
    await sql`
      update provider.authorization_requests
         set requested_scopes = array_remove(requested_scopes, ${name}), approved_scopes = array_remove(approved_scopes, ${name})
       where auth_request_id = any(${ids}::uuid[])`
  }
  await sql`
    update provider.authorization_requests set expires_at = now()
     where auth_request_id = any(${ids}::uuid[]) and requested_scopes = '{}' and status in ('pushed', 'pending')`
  await sql`
    update provider.authorization_requests set code_expires_at = now()
     where auth_request_id = any(${ids}::uuid[]) and approved_scopes = '{}' and code_used_at is null`
}

async function takeScopesFromGrants(sql: Transaction, names: readonly string[], ids: readonly string[]) {
  for (const name of names) {
    await sql`
      update provider.grants set scopes = array_remove(scopes, ${name}) where grant_id = any(${ids}::uuid[])`
    await sql`
      update provider.access_tokens set scopes = array_remove(scopes, ${name})
       where grant_id = any(${ids}::uuid[]) and scopes is not null`
  }
  await sql`
    update provider.grants set ${ENDS_NOW}
     where grant_id = any(${ids}::uuid[]) and scopes = '{}' and revoked_at is null`
}

/**
 * Tells every process that keeps scopes: within a transaction, when that takes effect. An empty text on the channel of the
 * clients: it is no client_id, and one channel is one connection less for each process.
 */
export async function tellOfScopeChange(sql: Sql): Promise<void> {
  await sql`select pg_notify(${CLIENTS_CHANNEL}, '')`
}
