import { type Sql, type SqlPool, type SqlText, sqlText } from '@countersign/service/sql'
import { tellOfClientChange } from '../../clients/client-change.store.ts'
import { ENDS_NOW } from './grants.store.ts'

const ROWS_AT_ONCE = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Ends everything that was issued to a client, and removes it. Answers whether there was one; `onRemoved` is told when its row
 * goes. Without its client all of it is dead already; it ends here as well, so that it stays so: most of it before, what is
 * issued meanwhile after. Whatever fails in between, the next call goes on with it, also when the row is gone. Rows are found by
 * their client for nothing else, which is worth no index that every flow writes to: the tables are gone through in steps that
 * last.
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
  for await (const ids of idsOfClient(sql, clientId, REQUESTS)) {
    await sql`delete from provider.authorization_requests where auth_request_id = any(${ids}::uuid[])`
  }
  for await (const ids of idsOfClient(sql, clientId, GRANTS)) {
    await sql`update provider.grants set ${ENDS_NOW} where grant_id = any(${ids}::uuid[]) and revoked_at is null`
  }
}

type Rows = { readonly table: SqlText; readonly key: SqlText }

const REQUESTS: Rows = { table: sqlText`provider.authorization_requests`, key: sqlText`auth_request_id` }
const GRANTS: Rows = { table: sqlText`provider.grants`, key: sqlText`grant_id` }

async function* idsOfClient(sql: Sql, clientId: string, { table, key }: Rows): AsyncGenerator<readonly string[]> {
  let last: string | null = BEFORE_ALL
  while (last !== null) {
    const [row]: { last: string | null; ids: string[] }[] = await sql<{ last: string | null; ids: string[] }>`
      with page as (
        select ${key} as id, client_id from ${table} where ${key} > ${last}::uuid order by ${key} limit ${ROWS_AT_ONCE}
      )
      select (select id from page order by id desc limit 1) as last,
             array(select id from page where client_id = ${clientId}) as ids`
    last = row?.last ?? null
    if (row && row.ids.length > 0) yield row.ids
  }
}
