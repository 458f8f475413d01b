import type { ReadinessCheck } from '../telemetry/readiness.ts'
import type { Sql } from './sql.ts'

/** Whether the database accepts writes: a standby or a read-only server answers too. */
export function databaseCheck(sql: Sql): ReadinessCheck {
  return {
    name: 'database',
    check: async () => {
      const [row] = await sql<{ is_writable: boolean }>`
        select current_setting('transaction_read_only') = 'off' as is_writable`
      if (!row?.is_writable) throw new Error('The database can only be read.')
    },
  }
}
