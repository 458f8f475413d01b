import type { ReadinessCheck } from '../telemetry/readiness.ts'
import type { Database } from './database.ts'
import { findPending, listApplied, type Migrations } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

/** Whether the schema has all migrations: the operator may have switched databases or restored an old backup. */
export function schemaCheck(database: Database, migrations: readonly Migrations[]): ReadinessCheck {
  const known = migrations.map((each) => ({ migrations: each, files: readMigrations(each.folder) }))
  return {
    name: 'schema',
    check: async () => {
      for (const { migrations: each, files } of known) {
        const [missing] = findPending(await listApplied(database, each), files)
        if (missing) throw new Error(`The database lacks ${missing.name}.`)
      }
    },
  }
}
