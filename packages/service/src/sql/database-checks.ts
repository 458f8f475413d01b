import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Gauge } from 'prom-client'
import { registry } from '../telemetry/metrics/registry.ts'
import type { ReadinessCheck } from '../telemetry/readiness.ts'
import type { Sql } from './sql.ts'

/** A standby or a read-only server answers too. */
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

/** A time service stays far below this. */
export const NOTABLE_OFFSET_SECONDS = 5
/** Half the skew allowed for tokens and proofs, so that any two ready processes agree. */
export const LARGEST_OFFSET_SECONDS = 30

const offset = new Gauge({
  name: 'countersign_clock_offset_seconds',
  help: "By how much this process's clock is ahead of the database's.",
  aggregator: 'average',
  registers: [registry],
})

/** Seconds ahead of the database's clock, at least; excludes the round trip. */
export async function readClockOffset(sql: Sql, now = () => new Date()): Promise<number> {
  const askedAt = now().getTime()
  const [row] = await sql<{ at: Date }>`select clock_timestamp() as at`
  const at = row?.at.getTime() ?? askedAt
  return (at < askedAt ? askedAt - at : Math.min(0, now().getTime() - at)) / 1000
}

export function clockCheck(sql: Sql, now?: () => Date): ReadinessCheck {
  return {
    name: 'clock',
    check: async () => {
      const seconds = await readClockOffset(sql, now)
      offset.set(seconds)
      if (Math.abs(seconds) > LARGEST_OFFSET_SECONDS) throw new Error(`The clock is off by ${seconds} seconds.`)
    },
  }
}

/** Two segments of the write-ahead log: with less, the next commit may find no room. */
const NEEDED_BYTES = 32 * 1024 * 1024

/** As PostgreSQL writes; an empty file needs no room. */
const PAGE = Buffer.alloc(8 * 1024)

/** Throws if a folder that the embedded database writes to is on a full disk, or takes no new files. */
export async function checkDisk(dataDirectory: string): Promise<void> {
  for (const folder of ['.', 'database', 'database/pg_wal']) {
    const file = join(dataDirectory, folder, 'disk-check')
    const { bavail, bsize } = await statfs(dirname(file))
    if (bavail * bsize < NEEDED_BYTES) throw new Error('The disk of the data directory is full.')
    await writeFile(file, PAGE, { mode: 0o600 })
    // Or the next check would only open it, which a folder without room for new files allows.
    await rm(file, { force: true })
  }
}
