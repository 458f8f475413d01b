import { setTimeout as pause } from 'node:timers/promises'
import { runLoad } from '../load/run-load.ts'
import type { MeasuredPostgres } from './durable-database.ts'
import type { Target, Workload } from './target.ts'

/** Calls per flow, refresh or introspection. */
export type CountedStatement = { readonly text: string; readonly calls: number; readonly meanMicroseconds: number }

const LOAD = { people: 16, seconds: 0.5 }
/** Until every connection has the setting. */
const HEARD_MS = 100

/** Statements by pg_stat_statements; empty without PostgreSQL. */
export async function countStatements({ walks, database }: Target, workload: Workload): Promise<CountedStatement[]> {
  const { postgres } = database
  if (!postgres) return []
  await runLoad(walks[workload], { ...LOAD, seconds: 0.1 })
  await setCounting(postgres, 'top')
  const { count } = await runLoad(walks[workload], LOAD)
  await setCounting(postgres, 'none')
  const rows = await postgres.sql<{ text: string; calls: number; mean: number }>`
    select regexp_replace(query, '[[:space:]]+', ' ', 'g') as text, calls::float, mean_exec_time as mean
      from public.pg_stat_statements where query not like '%pg_%' order by calls desc, total_exec_time desc`
  return rows.map(({ text, calls, mean }) => ({
    text,
    calls: calls / count,
    meanMicroseconds: Math.round(mean * 1_000),
  }))
}

async function setCounting({ sql, pool }: MeasuredPostgres, what: 'top' | 'none'): Promise<void> {
  await pool.query(`alter system set pg_stat_statements.track = '${what}'`)
  if (what === 'top') await sql`select public.pg_stat_statements_reset()`
  await sql`select pg_reload_conf()`
  await pause(HEARD_MS)
}
