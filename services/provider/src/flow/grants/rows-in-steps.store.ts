import { type Sql, type SqlText, sqlText } from '@countersign/service/sql'

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

/**
 * Yields the keys of the rows that have one of the values, page by page of the whole table: an index for such rare searches
 * would cost every flow a write. Stopping between two pages loses nothing.
 */
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
