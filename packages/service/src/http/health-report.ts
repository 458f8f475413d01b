import type { HealthReport } from '@countersign/contracts'
import type { FastifyInstance } from 'fastify'
import { undefinedWhereUnavailable } from '../errors.ts'
import { VERSION } from '../settings/version.ts'
import { readClockOffset } from '../sql/database-checks.ts'
import { readServerVersion } from '../sql/database-facts.ts'
import type { SqlPool } from '../sql/sql.ts'
import { readReadiness } from './health.ts'

export type HealthFinding = HealthReport['findings'][number]

/** Facts that the process knows and a component does not. */
export type ProcessHealth = {
  readonly findLastBackup: () => Promise<Date | undefined>
  readonly inspect: (component: HealthReport['component']) => Promise<readonly HealthFinding[]>
}

/** A report without the facts that one component alone has. */
export type ReadHealth = () => Promise<Omit<HealthReport, 'keys_rotate_at' | 'mail' | 'events'>>

type HealthSources = {
  readonly component: HealthReport['component']
  readonly sql: SqlPool
  readonly engine: 'postgresql' | 'embedded'
  /** Without it, there is no backup and nothing to find. */
  readonly health?: ProcessHealth | undefined
}

/** Reports on a component also while its database is away: those facts are null then. */
export function createHealthReader(
  app: FastifyInstance,
  { component, sql, engine, health }: HealthSources,
): ReadHealth {
  return async () => {
    const checked = await readReadiness(app)
    const [clockOffset, version, lastBackupAt, findings] = await Promise.all([
      // The embedded database has this process's clock.
      engine === 'embedded' ? undefined : readClockOffset(sql).catch(undefinedWhereUnavailable),
      readServerVersion(sql).catch(undefinedWhereUnavailable),
      health?.findLastBackup().catch(undefinedWhereUnavailable),
      health?.inspect(component),
    ])
    return {
      component,
      version: VERSION,
      node: process.versions.node,
      started_at: new Date(performance.timeOrigin).toISOString(),
      checks: Object.entries(checked).map(([check, outcome]) => ({ check, outcome })),
      clock_offset_seconds: clockOffset ?? null,
      database: { engine, version: version ?? null },
      last_backup_at: lastBackupAt?.toISOString() ?? null,
      findings: [...(findings ?? [])],
    }
  }
}
