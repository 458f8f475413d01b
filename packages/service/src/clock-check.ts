import { Gauge } from 'prom-client'
import { registry } from './metrics/registry.ts'
import type { ReadinessCheck } from './readiness.ts'
import type { Sql } from './sql.ts'

/** More than a machine is off whose clock a time service sets. */
export const NOTABLE_OFFSET_SECONDS = 5
/** Half the minute that a token, or a device's proof, may come from the future: any two processes that keep it agree. */
export const LARGEST_OFFSET_SECONDS = 30

const offset = new Gauge({
  name: 'countersign_clock_offset_seconds',
  help: "By how much this process's clock is ahead of the database's.",
  aggregator: 'average',
  registers: [registry],
})

/** By how many seconds this process's clock is ahead of the database's, at least; the time of the question is nobody's fault. */
export async function readClockOffset(sql: Sql, now = () => new Date()): Promise<number> {
  const askedAt = now().getTime()
  const [row] = await sql<{ at: Date }>`select clock_timestamp() as at`
  const at = row?.at.getTime() ?? askedAt
  return (at < askedAt ? askedAt - at : Math.min(0, now().getTime() - at)) / 1000
}

/** Whether this process and the others, which share the database, take the same tokens for valid. */
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
