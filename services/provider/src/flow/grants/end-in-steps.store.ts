import { type Sql, type SqlPool, type SqlText, sqlText } from '@countersign/service/sql'
import { tellOfClientChange } from '../../ground/changes.store.ts'
import { FORGETS_UPDATE } from './data-update.store.ts'
import { ENDS_NOW } from './grants.store.ts'

/**
 * Ends grants before, and those issued meanwhile after: an interrupted call can be repeated, even without the row.
 * Answers whether the client existed.
 */
export async function deleteClient(sql: SqlPool, clientId: string, onRemoved: () => void): Promise<boolean> {
  await endAllOfClient(sql, clientId)
  const removed = await sql`delete from provider.clients where client_id = ${clientId} returning client_id`
  if (removed.length === 0) return false
  onRemoved()
  await tellOfClientChange(sql, clientId)
  await endAllOfClient(sql, clientId)
  return true
}

async function endAllOfClient(sql: Sql, clientId: string): Promise<void> {
  for await (const ids of keysInSteps(sql, REQUESTS_OF_CLIENT, [clientId])) {
    await sql`delete from provider.authorization_requests where auth_request_id = any(${ids}::uuid[])`
  }
  for await (const ids of keysInSteps(sql, GRANTS_OF_CLIENT, [clientId])) {
    await sql`update provider.grants set ${ENDS_NOW} where grant_id = any(${ids}::uuid[]) and revoked_at is null`
  }
}

/**
 * From requests before grants, so that a code exchanged meanwhile is found as one or the other. Without a scope left,
 * they end.
 */
export async function takeScopesFromAll(sql: SqlPool, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  for await (const ids of keysInSteps(sql, REQUESTS_WITH_SCOPES, names)) {
    await sql.transaction((transaction) => takeScopesFromRequests(transaction, names, ids))
  }
  for await (const ids of keysInSteps(sql, GRANTS_WITH_SCOPES, names)) {
    await sql.transaction((transaction) => takeScopesFromGrants(transaction, names, ids))
  }
  await sql`delete from provider.client_access_tokens where scopes && ${names}::text[]`
}

/** A request left without a scope expires: the user starts again from the app. */
async function takeScopesFromRequests(sql: Sql, names: readonly string[], ids: readonly string[]) {
  for (const name of names) {
    await sql`
      update provider.authorization_requests
         set requested_scopes = array_remove(requested_scopes, ${name}),
             approved_scopes = array_remove(approved_scopes, ${name})
       where auth_request_id = any(${ids}::uuid[])`
  }
  await sql`
    update provider.authorization_requests set expires_at = now()
     where auth_request_id = any(${ids}::uuid[]) and requested_scopes = '{}' and status in ('pushed', 'pending')`
  await sql`
    update provider.authorization_requests set code_expires_at = now()
     where auth_request_id = any(${ids}::uuid[]) and approved_scopes = '{}' and code_used_at is null`
}

async function takeScopesFromGrants(sql: Sql, names: readonly string[], ids: readonly string[]) {
  for (const name of names) {
    await sql`
      update provider.grants set scopes = array_remove(scopes, ${name}), ${FORGETS_UPDATE}
       where grant_id = any(${ids}::uuid[])`
  }
  await sql`
    update provider.grants set ${ENDS_NOW}
     where grant_id = any(${ids}::uuid[]) and scopes = '{}' and revoked_at is null`
}

const ROWS_AT_ONCE = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

type Rows = { readonly table: SqlText; readonly key: SqlText; readonly values: SqlText }

export const REQUESTS_OF_CLIENT: Rows = {
  table: sqlText`provider.authorization_requests`,
  key: sqlText`auth_request_id`,
  values: sqlText`array[client_id]`,
}
export const GRANTS_OF_CLIENT: Rows = {
  table: sqlText`provider.grants`,
  key: sqlText`grant_id`,
  values: sqlText`array[client_id]`,
}
export const REQUESTS_WITH_SCOPES: Rows = { ...REQUESTS_OF_CLIENT, values: sqlText`requested_scopes` }
export const GRANTS_WITH_SCOPES: Rows = { ...GRANTS_OF_CLIENT, values: sqlText`scopes` }

/** Scans the whole table, page by page: an index for such rare searches would cost every flow a write. */
export async function* keysInSteps(
  sql: Sql,
  { table, key, values }: Rows,
  wanted: readonly string[],
): AsyncGenerator<readonly string[]> {
  let last: string | null = BEFORE_ALL
  while (last !== null) {
    const [row]: { last: string | null; ids: string[] }[] = await sql<{ last: string | null; ids: string[] }>`
      with page as (
        select ${key} as id, ${values} as found from ${table}
         where ${key} > ${last}::uuid order by ${key} limit ${ROWS_AT_ONCE}
      )
      select (select id from page order by id desc limit 1) as last,
             array(select id from page where found && ${wanted}::text[]) as ids`
    last = row?.last ?? null
    if (row && row.ids.length > 0) yield row.ids
  }
}
