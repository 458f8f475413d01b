import type { Database } from '@countersign/service/sql'
import { expect } from 'vitest'

/** Waits until this many processes listen for changes: starting to listen clears their cache. */
export async function untilListening({ sql }: Pick<Database, 'sql'>, processes: number): Promise<void> {
  const count = async () => {
    const rows = await sql`
      select 1 from pg_stat_activity
       where datname = current_database() and query like 'listen %' and state = 'idle'`
    return rows.length
  }
  await expect.poll(count).toBe(processes)
}
