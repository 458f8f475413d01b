import { setTimeout as pause } from 'node:timers/promises'
import { untimed, type Walk } from '../load/run-load.ts'
import type { MeasuredPostgres } from '../measure/durable-database.ts'
import type { Target } from '../measure/target.ts'
import { HOT_TABLES } from './fill-tables.ts'

export type Footprint = {
  readonly table: string
  readonly bytesPerRow: number
  readonly rowsPerFlow: number
  readonly rowsPerRefresh: number
}

const SAMPLES = 50
/** New walkers: the first refresh of each includes a flow. */
const FIRST_WALKER = 1_000
const AUDIT_TRAIL_WRITTEN_MS = 2_000

/** Bytes per row of filled tables, with indexes, and rows per flow and refresh on a quiet system. */
export async function measureFootprints(filled: MeasuredPostgres, quiet: Target): Promise<Footprint[]> {
  const { rows } = await filled.pool.query<{ bytes: number }>(
    `select (pg_total_relation_size(oid) / reltuples)::float as bytes
       from unnest($1::text[]) with ordinality hot (name, position) join pg_class on oid = name::regclass order by position`,
    [HOT_TABLES],
  )
  const byFlow = await countNewRows(quiet, quiet.walks.flow)
  const byFlowAndRefresh = await countNewRows(quiet, quiet.walks.refresh)
  return HOT_TABLES.map((table, index) => ({
    table,
    bytesPerRow: Math.round(rows[index]?.bytes ?? 0),
    rowsPerFlow: byFlow[index] ?? 0,
    rowsPerRefresh: Number(((byFlowAndRefresh[index] ?? 0) - (byFlow[index] ?? 0)).toFixed(2)),
  }))
}

async function countNewRows({ database }: Target, walk: Walk): Promise<number[]> {
  const before = await countRows(database.postgres)
  for (let sample = 0; sample < SAMPLES; sample += 1) await walk(untimed, FIRST_WALKER + sample)
  await untilAuditTrailIsWritten()
  const after = await countRows(database.postgres)
  return after.map((count, index) => (count - (before[index] ?? 0)) / SAMPLES)
}

async function countRows(postgres: MeasuredPostgres | undefined): Promise<number[]> {
  const count = HOT_TABLES.map((table) => `(select count(*)::int from ${table})`).join(', ')
  const answer = await postgres?.pool.query<{ counts: number[] }>(`select array[${count}] as counts`)
  return answer?.rows[0]?.counts ?? []
}

/** The audit trail is written in batches. */
export function untilAuditTrailIsWritten(): Promise<void> {
  return pause(AUDIT_TRAIL_WRITTEN_MS)
}
