import type { Pool } from 'pg'

/** About two megabytes of large values, and a fifth of the table: fewer are not worth a step, which reads the whole table. */
const DEAD_ROWS = 1_000
/** Each checkpoint makes the next changes longer in the log, so not too often. */
const LOG_BYTES = 32 * 1024 * 1024

/**
 * One step of maintenance that a PostgreSQL server does in the background: vacuums the table with the most dead rows and
 * checkpoints to free write-ahead log. All queries wait meanwhile, so call it often to keep steps short.
 */
export async function maintainEmbedded(pool: Pool): Promise<void> {
  // Otherwise statistics miss the last second.
  await pool.query('select pg_stat_force_next_flush()')
  const dead = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables
      where n_dead_tup >= $1 + n_live_tup / 5 order by n_dead_tup desc limit 1`,
    [DEAD_ROWS],
  )
  for (const { name } of dead.rows) await pool.query(`vacuum ${name}`)
  const log = await pool.query<{ is_long: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) >= $1 as is_long from pg_control_checkpoint()`,
    [LOG_BYTES],
  )
  if (log.rows[0]?.is_long) await pool.query('checkpoint')
}
