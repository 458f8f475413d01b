import type { MeasuredPostgres } from '../measure/durable-database.ts'
import type { Footprint } from '../report/scale-arithmetic.ts'
import { HOT_TABLES } from './fill-tables.ts'

/** What a row takes, indexes included, where there are millions; and how many a flow leaves, where nothing but flows was. */
export async function measureFootprints(filled: MeasuredPostgres, flowsOnly: MeasuredPostgres): Promise<Footprint[]> {
  const { rows: sizes } = await filled.pool.query<{ table: string; bytes: number }>(
    `select name as table, (pg_total_relation_size(oid) / reltuples)::float as bytes
       from unnest($1::text[]) name join pg_class on oid = name::regclass`,
    [HOT_TABLES],
  )
  const flows = await countRows(flowsOnly, 'provider.authorization_requests')
  const footprints = sizes.map(async ({ table, bytes }) => ({
    table,
    bytesPerRow: Math.round(bytes),
    rowsPerFlow: table.startsWith('provider.') ? Number(((await countRows(flowsOnly, table)) / flows).toFixed(2)) : 0,
  }))
  return Promise.all(footprints)
}

async function countRows({ pool }: MeasuredPostgres, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? 0
}
